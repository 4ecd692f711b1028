import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, failureText, inTemporaryFolder, parseReport, repository, runTool } from "./check.ts";

type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Runs all vitest tests (vitest.config.ts). */
export const unit: Check = {
  name: "tests",
  run: () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, "report.json");
      const result = await runTool("vitest", [
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
      ]);
      const report = parseReport<Report>(await readFile(file, "utf8").catch(() => ""));
      if (!report) return { passed: 0, failures: [failureText("vitest", result)] };
      const failures = report.testResults.flatMap(failuresOf);
      // An error outside of any test, such as an unhandled rejection.
      if (result.code !== 0 && failures.length === 0) failures.push(failureText("vitest", result));
      if (failures.length === 0) return { passed: report.numPassedTests, failures };
      // stderr has the difference between expected and actual values, which the JSON report lacks.
      return { passed: report.numPassedTests, failures, details: result.stderr };
    }),
};

function failuresOf({ name, message, status, assertionResults }: Report["testResults"][number]): string[] {
  const file = name.replace(repository, "");
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${file}: ${test.fullName}\n  ${test.failureMessages[0]?.split("\n")[0] ?? ""}`);
  // If a file could not be loaded or its hooks failed, it has no failed test.
  return failed.length === 0 && status === "failed" ? [`${file}\n${message}`] : failed;
}
