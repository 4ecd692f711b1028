/**
 * Actions of a list without a form: switching, ordering. They run one after another, and the page is loaded again after
 * the last. The client shows a refusal (web/api/browser.ts); the list then shows the server's state.
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
