// npm test: is this repository as it should be? Its last line is "N passed, N failed".
// npm test -- lint types runs only those checks.
import { buildIfStale } from "./build.ts";
import type { Check } from "./checks/check.ts";
import { format } from "./checks/format.ts";
import { journeys } from "./checks/journeys.ts";
import { lint } from "./checks/lint.ts";
import { chosenOf, Report } from "./checks/report.ts";
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

const chosen = chosenOf(steps.flat(2), process.argv.slice(2));
const report = new Report();
for (const lanes of steps) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const check of lane) if (chosen.includes(check)) await report.run(check);
    }),
  );
}
report.close();
