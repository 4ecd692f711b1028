import type { Check, CheckOutcome } from "./check.ts";

export class Report {
  passed = 0;
  skipped = 0;
  failures: string[] = [];
  private details: string[] = [];

  /** Runs the check and prints its line. A check that throws has failed. */
  async run(check: Check): Promise<void> {
    const startedAt = performance.now();
    const outcome = await runSafely(check);
    this.passed += outcome.passed;
    if (outcome.skipped) this.skipped++;
    if (outcome.details) this.details.push(outcome.details);
    this.failures.push(...outcome.failures.map((failure) => `${check.name}: ${failure}`));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const result = outcome.skipped
      ? `skipped. ${outcome.skipped}`
      : `${outcome.passed} passed, ${outcome.failures.length} failed`;
    console.log(`${check.name.padEnd(9)} ${seconds.padStart(6)} s  ${result}`);
  }

  /** Prints the failures and the sums, and sets the exit code. */
  close(options: { countSkipped: boolean } = { countSkipped: false }): void {
    for (const text of this.details) console.log(`\n${text.trim()}`);
    for (const failure of this.failures) console.log(`\n✗ ${failure}`);
    const skipped = options.countSkipped ? `, ${this.skipped} skipped` : "";
    const gap = this.failures.length > 0 ? "\n" : "";
    console.log(`${gap}${this.passed} passed, ${this.failures.length} failed${skipped}`);
    process.exitCode = this.failures.length > 0 ? 1 : 0;
  }
}

/** Selects the named ones, or all if there are no names. Ends the process if a name is unknown. */
export function selectByName<T extends { name: string }>(all: T[], names: string[]): T[] {
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) {
    const known = all.map(({ name }) => name).join(", ");
    console.error(`There is no check called ${unknown.join(", ")}. There are: ${known}.`);
    process.exit(1);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function runSafely(check: Check): Promise<CheckOutcome> {
  try {
    return await check.run();
  } catch (error) {
    return { passed: 0, failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}
