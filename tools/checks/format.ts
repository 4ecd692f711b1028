import { type Check, failureText, parseReport, runTool } from "./check.ts";

type Report = {
  summary: { changed: number; unchanged: number };
  diagnostics: {
    severity: string;
    message: string;
    category: string;
    location: { path: string; start: { line: number; column: number } };
  }[];
};

/** Runs Biome (biome.json). */
export const format: Check = {
  name: "format",
  run: async () => {
    const result = await runTool("biome", ["check", "--reporter=json", "--max-diagnostics=none"]);
    const report = parseReport<Report>(result.stdout);
    if (!report) return { passed: 0, failures: [failureText("biome check", result)] };
    const problems = report.diagnostics.filter(({ severity }) => severity !== "info");
    const failures = problems.map(({ category, message, location: { path, start } }) =>
      category === "format"
        ? `${path} is not formatted: npx biome check --write ${path}`
        : `${path}:${start.line}:${start.column} ${message} [${category}]`,
    );
    const files = new Set(problems.map(({ location }) => location.path));
    if (result.code !== 0 && failures.length === 0) failures.push(failureText("biome check", result));
    return { passed: report.summary.changed + report.summary.unchanged - files.size, failures };
  },
};
