import { type Check, failureText, runTool } from "./check.ts";

/** Runs knip (knip.json). */
export const unused: Check = {
  name: "unused",
  run: async () => {
    const result = await runTool("knip", ["--reporter=symbols", "--no-progress"]);
    if (result.code === 0) return { passed: 1, failures: [] };
    return { passed: 0, failures: [failureText("knip", result)] };
  },
};
