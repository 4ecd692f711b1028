import { useEffect, useEffectEvent, useState } from "react";
import type { DoorFigures } from "../../../../contract/shapes/door/doorStory.ts";
import { api } from "../../../api/browser.ts";
import { followStream, type LiveState } from "../../../lib/followStream.ts";
import { session } from "../../../stores/session.ts";

interface DoorFiguresOptions {
  eventId: number;
  /** A new object replaces the stream's figures until the stream sends others. */
  loaded: DoorFigures;
  onListsOutdated?: () => void;
}

/** The wait after a change, so that the changes of a rush share one fetch. */
const listsAfterMs = 2_000;
const listsEveryMs = 20_000;

export function useDoorFigures({ eventId, loaded, onListsOutdated }: DoorFiguresOptions): {
  figures: DoorFigures;
  state: LiveState;
} {
  const [latest, setLatest] = useState<{ figures: DoorFigures; since: DoorFigures } | null>(null);
  const [state, setState] = useState<LiveState>("waiting");
  const saveFigures = useEffectEvent((figures: DoorFigures) => setLatest({ figures, since: loaded }));
  const reloadLists = useEffectEvent(() => onListsOutdated?.());
  useEffect(() => {
    const token = session.get()?.token;
    if (token === undefined) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    void followStream({
      address: `/api/door/live?eventId=${eventId}&figures=true`,
      token,
      signal: abort.signal,
      onEvent: ({ event, data }) => {
        // Not validated, because the server made the text from this type (server/routes/files/doorLive.ts).
        if (event === "figures") saveFigures(JSON.parse(data) as DoorFigures);
        if (event !== "moved" || timer !== null) return;
        timer = setTimeout(() => {
          timer = null;
          reloadLists();
        }, listsAfterMs);
      },
      onState: setState,
      // Any call finds that the session has ended, and redirects to sign-in.
      onExpired: () => void api.get("auth/me"),
    });
    // The stream does not report an opened link or a silent device.
    const interval = setInterval(() => {
      if (document.visibilityState === "visible") reloadLists();
    }, listsEveryMs);
    return () => {
      abort.abort();
      clearInterval(interval);
      if (timer !== null) clearTimeout(timer);
    };
  }, [eventId]);
  return { figures: latest?.since === loaded ? latest.figures : loaded, state };
}
