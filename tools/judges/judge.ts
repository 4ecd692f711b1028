import type { CheckOutcome } from "../checks/check.ts";

export type Judge = {
  /** One word; `npm run judge -- NAME` runs it alone. */
  name: string;
  /** If true, the judge runs only with `--nightly` or by name. */
  nightly?: boolean;
  /** Resolves to null, or to the reason why the tools could not be installed. */
  install(): Promise<string | null>;
  run(): Promise<CheckOutcome>;
  /** Judges a planted fault. Without a failure here, the judge itself has failed. */
  control(): Promise<CheckOutcome>;
};

/** A judge that takes more milliseconds, together with its control, has failed. */
const maxMs = 25 * 60_000;

/** Runs a judge and its control, or skips them if the tools cannot be installed. */
export async function runJudge(judge: Judge, limitMs = maxMs): Promise<CheckOutcome> {
  const reason = await judge.install();
  if (reason !== null) return { passed: 0, failures: [], skipped: reason };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckOutcome>((resolve) => {
    const failures = [`It had not ended after ${Math.round(limitMs / 1000)} seconds.`];
    timer = setTimeout(() => resolve({ passed: 0, failures }), limitMs);
  });
  try {
    return await Promise.race([runWithControl(judge), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function runWithControl(judge: Judge): Promise<CheckOutcome> {
  const outcome = await judge.run();
  const control = await judge.control();
  if (control.failures.length > 0) return { ...outcome, passed: outcome.passed + 1 };
  const noFailure = "It found no fault in its control, which has a planted fault.";
  return { ...outcome, failures: [...outcome.failures, noFailure] };
}
