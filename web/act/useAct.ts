import { useState } from "react";
import { useRevalidator } from "react-router";
import { type ApiError, isRefusal, requireApiError } from "../api/apiError.ts";
import { notify } from "../stores/snackbars.ts";
import { oneAtATime } from "./oneAtATime.ts";
import { type RequestKeys, requestKeys } from "./requestKeys.ts";

interface ActOptions {
  name?: string;
  /** Shows a failure and returns the message for `problem`, which by default is the failure's `msg`. */
  refused?: (refusal: ApiError) => string | null | Promise<string | null>;
  /** Loads the page's data again, after a refusal too, because the page may be outdated. */
  revalidates?: boolean;
}

export interface Act {
  readonly isBusy: boolean;
  /** The running action's `name`; empty if it has none. */
  readonly underWay: string | null;
  /** Why the action failed; null if `refused` has shown it elsewhere. */
  readonly problem: string | null;
  setProblem(problem: string | null): void;
  readonly keys: RequestKeys;
  /** Returns the work's result; undefined if its call failed or an action is running. Other errors are thrown. */
  run<R>(work: () => Promise<R> | R, options?: ActOptions): Promise<R | undefined>;
}

export function useAct(): Act {
  const [runner] = useState(() => oneAtATime<unknown>());
  const [keys] = useState(() => requestKeys());
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();

  async function attempt<R>(work: () => Promise<R> | R, options: ActOptions): Promise<R | undefined> {
    setUnderWay(options.name ?? "");
    setProblem(null);
    try {
      const result = await work();
      if (options.revalidates) await revalidate();
      return result;
    } catch (error) {
      requireApiError(error);
      setProblem(options.refused === undefined ? error.msg : await options.refused(error));
      if (options.revalidates && isRefusal(error)) await revalidate();
      return undefined;
    } finally {
      setUnderWay(null);
    }
  }

  return {
    isBusy: underWay !== null,
    underWay,
    problem,
    setProblem,
    keys,
    async run<R>(work: () => Promise<R> | R, options: ActOptions = {}) {
      if (runner.isUnderWay()) return undefined;
      let outcome: R | undefined;
      await runner.run(async () => {
        outcome = await attempt(work, options);
      });
      return outcome;
    },
  };
}

/** A `refused` option that shows the failure in a snackbar. */
export function inSnackbar({ msg }: ApiError): null {
  notify({ text: msg, color: "error" });
  return null;
}
