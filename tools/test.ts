// npm test: is this repository as it should be? Its last line is "N passed, N failed".
// npm test -- lint types runs only those checks.
import { buildIfStale } from "./build.ts";
import type { Check, Outcome } from "./checks/check.ts";
import { format } from "./checks/format.ts";
import { journeys } from "./checks/journeys.ts";
import { lint } from "./checks/lint.ts";
import { types } from "./checks/types.ts";
import { unit } from "./checks/unit.ts";
import { unused } from "./checks/unused.ts";

const build: Check = {
  name: "build",
  run: async () => {
    try {
      await buildIfStale();
      return { passed: 1, failures: [] };
    } catch (error) {
      return {
        passed: 0,
        failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      };
    }
  },
};

/** Checks of one lane run one after another, the lanes of one step side by side: two cores are what we count on. */
const steps: Check[][][] = [
  [
    [types, unused, format],
    [build, lint],
  ],
  [[unit]],
  [[journeys]],
];

const chosen = process.argv.slice(2);
const known = steps.flat(2).map(({ name }) => name);
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no check called ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(1);
}

const failures: string[] = [];
const details: string[] = [];
let passed = 0;
for (const lanes of steps) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const check of lane) if (chosen.length === 0 || chosen.includes(check.name)) await report(check);
    }),
  );
}
for (const text of details) console.log(`\n${text.trim()}`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`${failures.length > 0 ? "\n" : ""}${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function report(check: Check): Promise<void> {
  const startedAt = performance.now();
  const outcome = await runSafely(check);
  passed += outcome.passed;
  if (outcome.details) details.push(outcome.details);
  failures.push(...outcome.failures.map((failure) => `${check.name}: ${failure}`));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const result = outcome.skipped
    ? `skipped. ${outcome.skipped}`
    : `${outcome.passed} passed, ${outcome.failures.length} failed`;
  console.log(`${check.name.padEnd(9)} ${seconds.padStart(6)} s  ${result}`);
}

async function runSafely(check: Check): Promise<Outcome> {
  try {
    return await check.run();
  } catch (error) {
    return { passed: 0, failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}
