/** First the loader's figures, then those of the stream. */
import { useEffect, useState } from "react";
import type { Figures } from "../../../contract/shapes/statistics.ts";
import { api } from "../../api/browser.ts";
import type { LiveState } from "../../lib/followStream.ts";
import { session } from "../../stores/session.ts";
import { followFigures } from "./followFigures.ts";

interface FiguresInput {
  eventId: number;
  date: string;
  /** A new object replaces the stream's figures so far. */
  loaded: Figures;
}

export function useFigures({ eventId, date, loaded }: FiguresInput): { figures: Figures; state: LiveState } {
  const [latest, setLatest] = useState<{ figures: Figures; newerThan: Figures } | null>(null);
  const [state, setState] = useState<LiveState>("waiting");
  useEffect(() => {
    const token = session.get()?.token;
    if (token === undefined) return;
    const abort = new AbortController();
    void followFigures({
      address: `/api/event/${eventId}/live?date=${date}`,
      token,
      signal: abort.signal,
      onFigures: (figures) => setLatest({ figures, newerThan: loaded }),
      onState: setState,
      // The call finds that the session has ended, and redirects to sign-in.
      onExpired: () => void api.get("auth/me"),
    });
    return () => abort.abort();
  }, [eventId, date, loaded]);
  return { figures: latest?.newerThan === loaded ? latest.figures : loaded, state };
}
