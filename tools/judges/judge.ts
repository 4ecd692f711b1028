// What every judge of `npm run judge` has in common: a tool that nobody here wrote looks at what Foyer makes.
import type { Outcome } from "../checks/check.ts";

export type Judge = {
  /** One word, by which `npm run judge -- NAME` runs it alone. */
  name: string;
  /** True when it takes minutes: it runs with `-- --nightly`, or by its name. */
  nightly?: boolean;
  /** Installs the tools. Resolves to null, or to the reason why they cannot be had (see installed.ts). */
  install(): Promise<string | null>;
  /** Judges Foyer. */
  run(): Promise<Outcome>;
  /** Judges something that was broken on purpose, by the same tool: without a failure here the judge is blind. */
  control(): Promise<Outcome>;
};

/** Runs a judge and its control. It is skipped only when its tools cannot be had. */
export async function judged(judge: Judge): Promise<Outcome> {
  const reason = await judge.install();
  if (reason !== null) return { passed: 0, failures: [], skipped: reason };
  const outcome = await judge.run();
  const control = await judge.control();
  if (control.failures.length > 0) return { ...outcome, passed: outcome.passed + 1 };
  const blind = "It found nothing wrong with its control, which is broken on purpose.";
  return { ...outcome, failures: [...outcome.failures, blind] };
}
