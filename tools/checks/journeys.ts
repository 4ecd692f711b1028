import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { playsAll } from "../../server/testing/histories.ts";
import { browserAdvice, findBrowser } from "../browser.ts";
import { type Check, failureText, inTemporaryFolder, parseReport, runTool } from "./check.ts";

type Suite = {
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string; results: { errors: { message: string }[] }[] }[] }[];
};
type Report = { stats: { expected: number }; suites: Suite[]; errors: { message: string }[] };

/** Plays the journeys of test/e2e. Without a browser it fails in CI, and is skipped elsewhere. */
export const journeys: Check = {
  name: "journeys",
  run: async () => {
    const browser = await findBrowser({ install: true });
    if (browser === null) {
      const isCi = process.env.CI !== undefined && process.env.CI !== "" && process.env.CI !== "false";
      return isCi
        ? { passed: 0, failures: [browserAdvice] }
        : { passed: 0, failures: [], skipped: browserAdvice };
    }
    return inTemporaryFolder(async (folder) => {
      const file = join(folder, "report.json");
      const result = await runTool(
        "playwright",
        [
          "test",
          "--config=test/e2e/playwright.config.ts",
          "--reporter=json",
          // Only the main journeys, except in `npm test -- --all`: docs/decisions/0025.
          ...(playsAll() ? [] : ["--grep=@main"]),
        ],
        { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      );
      const report = parseReport<Report>(await readFile(file, "utf8").catch(() => ""));
      if (!report) return { passed: 0, failures: [failureText("playwright test", result)] };
      const failures = [...report.errors.map(({ message }) => message), ...report.suites.flatMap(failuresOf)];
      if (result.code !== 0 && failures.length === 0) failures.push(failureText("playwright test", result));
      return { passed: report.stats.expected, failures };
    });
  },
};

/** A journey that passes only when retried ("flaky") has failed too. */
function failuresOf(suite: Suite): string[] {
  const ownFailures = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message));
        return stripVTControlCharacters(`test/e2e/${suite.file}: ${title}\n${messages.join("\n")}`);
      }),
  );
  return [...ownFailures, ...(suite.suites ?? []).flatMap(failuresOf)];
}
