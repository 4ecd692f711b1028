/** A cancellation as it goes on, for the page that shows it. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { api } from "../../../api/browser.ts";
import { followCancellation } from "./followCancellation.ts";

/** `isLost` while the server could not be asked last; what is shown may then be old. */
export function useCancellation(
  eventId: number,
  loaded: Cancellation,
): { standing: Cancellation; isLost: boolean } {
  const [told, setTold] = useState({ standing: loaded, since: loaded, isLost: false });
  const tell = useEffectEvent((standing: Cancellation) =>
    setTold({ standing, since: loaded, isLost: false }),
  );
  const lose = useEffectEvent(() => setTold(({ standing, since }) => ({ standing, since, isLost: true })));
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
  // What was loaded anew is newer than anything told before.
  return told.since === loaded ? told : { standing: loaded, isLost: false };
}
