// Everything that vitest runs: rules, properties, races, calls on a real PostgreSQL, architecture. (vitest.config.ts)
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, crash, repository, runTool } from "./check.ts";

type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Counts the tests. */
export const unit: Check = {
  name: "tests",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "foyer-report-"));
    try {
      const file = join(folder, "report.json");
      const result = await runTool("vitest", [
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
      ]);
      const report = read(file);
      if (!report) return { passed: 0, failures: [crash("vitest", result)] };
      const failures = report.testResults.flatMap(failuresOf);
      // An error outside of any test, such as a promise that nobody awaited.
      if (result.code !== 0 && failures.length === 0) failures.push(crash("vitest", result));
      if (failures.length === 0) return { passed: report.numPassedTests, failures };
      // With the difference between what was expected and what came, which the JSON report leaves out.
      return { passed: report.numPassedTests, failures, details: result.stderr };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function failuresOf({ name, message, status, assertionResults }: Report["testResults"][number]): string[] {
  const file = name.replace(repository, "");
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${file}: ${test.fullName}\n  ${test.failureMessages[0]?.split("\n")[0] ?? ""}`);
  // A file that could not be loaded, or whose hooks failed, has no failed test of its own.
  return failed.length === 0 && status === "failed" ? [`${file}\n${message}`] : failed;
}

function read(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
