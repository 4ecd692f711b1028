import { readFileSync } from "node:fs";
import { type Check, failureText, repository, runTool } from "./check.ts";

/** Compiles the projects of tsconfig.json. */
export const types: Check = {
  name: "types",
  run: async () => {
    const config: { references: { path: string }[] } = JSON.parse(
      readFileSync(`${repository}tsconfig.json`, "utf8"),
    );
    const projects = config.references.map(({ path }) => path);
    const result = await runTool("tsc", ["-b", "--pretty", "false"]);
    const failures = result.stdout.split("\n").filter((line) => / error TS\d+:/.test(line));
    if (result.code !== 0 && failures.length === 0) failures.push(failureText("tsc -b", result));
    const failed = projects.filter((project) => failures.some((line) => line.startsWith(`${project}/`)));
    return { passed: projects.length - failed.length, failures };
  },
};
