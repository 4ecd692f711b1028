// npm test: runs all checks. npm test -- lint types runs only these two.
// npm test -- --all also runs what npm test leaves out (docs/decisions/0025).
import { buildIfStale } from "./build.ts";
import type { Check } from "./checks/check.ts";
import { format } from "./checks/format.ts";
import { journeys } from "./checks/journeys.ts";
import { lint } from "./checks/lint.ts";
import { Report, selectByName } from "./checks/report.ts";
import { types } from "./checks/types.ts";
import { unit } from "./checks/unit.ts";
import { unused } from "./checks/unused.ts";

const build: Check = {
  name: "build",
  run: async () => {
    await buildIfStale();
    return { passed: 1, failures: [] };
  },
};

/** The checks of a lane run one after another, and the lanes of a step in parallel. */
const steps: Check[][][] = [
  [
    [types, unused, format],
    [build, lint],
  ],
  [[unit]],
  [[journeys]],
];

const words = process.argv.slice(2);
// Read by `playsAll` (server/testing/histories.ts), also in the processes of the tests.
if (words.includes("--all")) process.env.TESTS = "all";
const selected = selectByName(
  steps.flat(2),
  words.filter((word) => word !== "--all"),
);
const report = new Report();
for (const lanes of steps) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const check of lane) if (selected.includes(check)) await report.run(check);
    }),
  );
}
report.close();
