/** A cancellation's progress with updates, for the page that shows it. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { api } from "../../../api/browser.ts";
import { followCancellation } from "./followCancellation.ts";

/** `isLost` if the last request failed; the shown progress may be outdated. */
export function useCancellation(
  eventId: number,
  loaded: Cancellation,
): { standing: Cancellation; isLost: boolean } {
  const [latest, setLatest] = useState({ standing: loaded, since: loaded, isLost: false });
  const showProgress = useEffectEvent((standing: Cancellation) =>
    setLatest({ standing, since: loaded, isLost: false }),
  );
  const showLost = useEffectEvent(() =>
    setLatest(({ standing, since }) => ({ standing, since, isLost: true })),
  );
  useEffect(() => {
    const abort = new AbortController();
    void followCancellation({
      loaded,
      signal: abort.signal,
      ask: (signal) => api.get("event/getCancellation", { eventId }, { signal, suppressToasts: true }),
      onTold: showProgress,
      onLost: showLost,
    });
    return () => abort.abort();
  }, [eventId, loaded]);
  // Newly loaded data is newer than all earlier updates.
  return latest.since === loaded ? latest : { standing: loaded, isLost: false };
}
