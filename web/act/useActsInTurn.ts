/**
 * What a list does without a form: switching, ordering. One thing after the other, however fast one is, and the page is
 * loaded anew when all is done. A refusal is told by the client (web/api/browser.ts), and the list then shows what is true.
 */
import { useCallback, useRef } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "../api/apiError.ts";

export function useActsInTurn(): (work: () => Promise<unknown>) => Promise<void> {
  const { revalidate } = useRevalidator();
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    async (work) => {
      const mine = turn.current.then(work).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      turn.current = mine;
      await mine;
      if (turn.current === mine) await revalidate();
    },
    [revalidate],
  );
}
