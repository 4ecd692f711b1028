import { useEffect, useEffectEvent, useState } from "react";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { api } from "../../../api/browser.ts";
import { followCancellation } from "./followCancellation.ts";

/** `isLost`: the last request failed, so the progress may be outdated. */
export function useCancellation(
  eventId: number,
  loaded: Cancellation,
): { progress: Cancellation; isLost: boolean } {
  const [latest, setLatest] = useState({ progress: loaded, basedOn: loaded, isLost: false });
  const showProgress = useEffectEvent((progress: Cancellation) =>
    setLatest({ progress, basedOn: loaded, isLost: false }),
  );
  const showLost = useEffectEvent(() =>
    setLatest(({ progress, basedOn }) => ({
      progress: basedOn === loaded ? progress : loaded,
      basedOn: loaded,
      isLost: true,
    })),
  );
  useEffect(() => {
    const abort = new AbortController();
    void followCancellation({
      loaded,
      signal: abort.signal,
      ask: (signal) => api.get("event/getCancellation", { eventId }, { signal, suppressToasts: true }),
      onProgress: showProgress,
      onLost: showLost,
    });
    return () => abort.abort();
  }, [eventId, loaded]);
  // Newly loaded data replaces updates of the earlier data.
  return latest.basedOn === loaded ? latest : { progress: loaded, isLost: false };
}
