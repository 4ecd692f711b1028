/** The figures a page shows: those it was loaded with, then those the server tells while it is open. */
import { useEffect, useState } from "react";
import type { Figures } from "../../../contract/shapes/checkin.ts";
import { api } from "../../api/browser.ts";
import type { LiveState } from "../../lib/followStream.ts";
import { session } from "../../stores/session.ts";
import { followFigures } from "./followFigures.ts";

interface Shown {
  eventId: number;
  date: string;
  /** What the loader brought; a new object is newer than anything told before. */
  loaded: Figures;
}

export function useFigures({ eventId, date, loaded }: Shown): { figures: Figures; state: LiveState } {
  const [told, setTold] = useState<{ figures: Figures; since: Figures } | null>(null);
  const [state, setState] = useState<LiveState>("waiting");
  useEffect(() => {
    const token = session.get()?.token;
    if (token === undefined) return;
    const ending = new AbortController();
    void followFigures({
      address: `/api/event/${eventId}/live?date=${date}`,
      token,
      signal: ending.signal,
      onFigures: (figures) => setTold({ figures, since: loaded }),
      onState: setState,
      // Any call finds the session ended, and leads to signin.
      onExpired: () => void api.get("auth/me"),
    });
    return () => ending.abort();
  }, [eventId, date, loaded]);
  return { figures: told?.since === loaded ? told.figures : loaded, state };
}
