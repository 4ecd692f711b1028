// Checks that every file, export and dependency is used. (knip.json)
import { type Check, failureText, runTool } from "./check.ts";

/** Counts as one check. */
export const unused: Check = {
  name: "unused",
  run: async () => {
    const result = await runTool("knip", ["--reporter=symbols", "--no-progress"]);
    if (result.code === 0) return { passed: 1, failures: [] };
    return { passed: 0, failures: [failureText("knip", result)] };
  },
};
