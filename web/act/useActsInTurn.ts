/**
 * Runs actions one after another, and loads the page again after the last. It shows no failure: `api` does
 * (web/api/browser.ts).
 */
import { useCallback, useRef } from "react";
import { useRevalidator } from "react-router";
import { requireApiError } from "../api/apiError.ts";

export function useActsInTurn(): (work: () => Promise<unknown>) => Promise<void> {
  const { revalidate } = useRevalidator();
  const lastTask = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    async (work) => {
      const ownTask = lastTask.current.then(work).catch((error: unknown) => {
        requireApiError(error);
      });
      lastTask.current = ownTask;
      await ownTask;
      if (lastTask.current === ownTask) await revalidate();
    },
    [revalidate],
  );
}
