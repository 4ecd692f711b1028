/**
 * What a page does when something is pressed or sent. Invariants: it is done once however often it is pressed; what the
 * page sends with `keys` has one Idempotency-Key until it is answered or changes; a refusal stands at its field or as a
 * message. Under every form, dialog and button that changes something.
 */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { notify } from "../stores/snackbars.ts";
import { oneAtATime } from "./oneAtATime.ts";
import { isDecided, type RequestKeys, requestKeys } from "./requestKeys.ts";

interface HowToAct {
  /** Which of several buttons it is, for `underWay`. */
  name?: string;
  /** Shows a refusal at its fields, and gives what stands as the message. Without it that is what the server said. */
  refused?: (refusal: ApiError) => string | null | Promise<string | null>;
  /** Loads the page's data anew afterwards, also when the server refused: what is shown may be old. */
  revalidates?: boolean;
}

export interface Act {
  readonly isBusy: boolean;
  /** The name of what is under way. */
  readonly underWay: string | null;
  /** Why it was not done, where no field says it. */
  readonly problem: string | null;
  setProblem(problem: string | null): void;
  readonly keys: RequestKeys;
  /** Does it and gives its result: undefined where it was refused, or something is under way already. */
  run<R>(work: () => Promise<R> | R, how?: HowToAct): Promise<R | undefined>;
}

export function useAct(): Act {
  const [acting] = useState(() => oneAtATime<unknown>());
  const [keys] = useState(() => requestKeys());
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();

  async function attempt<R>(work: () => Promise<R> | R, how: HowToAct): Promise<R | undefined> {
    setUnderWay(how.name ?? "");
    setProblem(null);
    try {
      const done = await work();
      if (how.revalidates) await revalidate();
      return done;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(how.refused === undefined ? error.msg : await how.refused(error));
      if (how.revalidates && isDecided(error)) await revalidate();
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
    async run<R>(work: () => Promise<R> | R, how: HowToAct = {}) {
      if (acting.isUnderWay()) return undefined;
      let done: R | undefined;
      await acting.run(async () => {
        done = await attempt(work, how);
      });
      return done;
    },
  };
}

/** Tells a refusal in a snackbar, for what has no place of its own. */
export function inSnackbar({ msg }: ApiError): null {
  notify({ text: msg, color: "error" });
  return null;
}
