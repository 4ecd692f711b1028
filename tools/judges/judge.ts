// What every judge of `npm run judge` has in common: a tool that nobody here wrote looks at what Foyer makes.
import type { CheckOutcome } from "../checks/check.ts";

export type Judge = {
  /** One word, by which `npm run judge -- NAME` runs it alone. */
  name: string;
  /** True when it takes minutes: it runs with `-- --nightly`, or by its name. */
  nightly?: boolean;
  /** Installs the tools. Resolves to null, or to the reason why they cannot be had (see installed.ts). */
  install(): Promise<string | null>;
  /** Judges Foyer. */
  run(): Promise<CheckOutcome>;
  /** Judges something that was broken on purpose, by the same tool: without a failure here the judge is blind. */
  control(): Promise<CheckOutcome>;
};

/** After this time a judge has failed, in milliseconds: it ends one that hangs. */
const longestMs = 25 * 60_000;

/** Runs a judge and its control. It is skipped only when its tools cannot be had. */
export async function judged(judge: Judge, limitMs = longestMs): Promise<CheckOutcome> {
  const reason = await judge.install();
  if (reason !== null) return { passed: 0, failures: [], skipped: reason };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<CheckOutcome>((resolve) => {
    const failures = [`It had not ended after ${Math.round(limitMs / 1000)} seconds.`];
    timer = setTimeout(() => resolve({ passed: 0, failures }), limitMs);
  });
  try {
    return await Promise.race([runWithControl(judge), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function runWithControl(judge: Judge): Promise<CheckOutcome> {
  const outcome = await judge.run();
  const control = await judge.control();
  if (control.failures.length > 0) return { ...outcome, passed: outcome.passed + 1 };
  const blind = "It found nothing wrong with its control, which is broken on purpose.";
  return { ...outcome, failures: [...outcome.failures, blind] };
}
