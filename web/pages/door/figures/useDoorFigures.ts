/** The door's figures as they move, from the server's stream; `onMoved` when the lists beside them are old. */
import { useEffect, useEffectEvent, useState } from "react";
import type { DoorFigures } from "../../../../contract/shapes/doorStory.ts";
import { api } from "../../../api/browser.ts";
import { followStream, type LiveState } from "../../../lib/followStream.ts";
import { session } from "../../../stores/session.ts";

interface Followed {
  eventId: number;
  /** What the loader brought; a new object is newer than anything told before. */
  loaded: DoorFigures;
  onMoved?: () => void;
}

/** Lists are fetched anew this long after the door moved: in a rush it moves every second. */
const listsAfterMs = 2_000;
const listsEveryMs = 20_000;

export function useDoorFigures({ eventId, loaded, onMoved }: Followed): {
  figures: DoorFigures;
  state: LiveState;
} {
  const [told, setTold] = useState<{ figures: DoorFigures; since: DoorFigures } | null>(null);
  const [state, setState] = useState<LiveState>("waiting");
  const tell = useEffectEvent((figures: DoorFigures) => setTold({ figures, since: loaded }));
  const moved = useEffectEvent(() => onMoved?.());
  useEffect(() => {
    const token = session.get()?.token;
    if (token === undefined) return;
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    void followStream({
      address: `/api/door/live?eventId=${eventId}&figures=true`,
      token,
      signal: ending.signal,
      onEvent: ({ event, data }) => {
        // The server's word, as for every reply (web/api/client.ts).
        if (event === "figures") tell(JSON.parse(data) as DoorFigures);
        if (event !== "moved" || timer !== null) return;
        timer = setTimeout(() => {
          timer = null;
          moved();
        }, listsAfterMs);
      },
      onState: setState,
      // Any call finds the session ended, and leads to signin.
      onExpired: () => void api.get("auth/me"),
    });
    // A link that was opened, or a device that has not been heard of, moves no figure.
    const beat = setInterval(() => {
      if (document.visibilityState === "visible") moved();
    }, listsEveryMs);
    return () => {
      ending.abort();
      clearInterval(beat);
      if (timer !== null) clearTimeout(timer);
    };
  }, [eventId]);
  return { figures: told?.since === loaded ? told.figures : loaded, state };
}
