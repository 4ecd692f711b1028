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
  const tell = useEffectEvent((standing: Cancellation) =>
    setLatest({ standing, since: loaded, isLost: false }),
  );
  const lose = useEffectEvent(() => setLatest(({ standing, since }) => ({ standing, since, isLost: true })));
  useEffect(() => {
    const ending = new AbortController();
    void followCancellation({
      loaded,
      signal: ending.signal,
      ask: (signal) => api.get("event/getCancellation", { eventId }, { signal, suppressToasts: true }),
      onTold: tell,
      onLost: lose,
    });
    return () => ending.abort();
  }, [eventId, loaded]);
  // Newly loaded data is newer than any update before.
  return latest.since === loaded ? latest : { standing: loaded, isLost: false };
}
