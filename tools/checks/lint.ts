import { type Check, failureText, parseReport, runTool } from "./check.ts";

type Report = {
  number_of_files: number;
  diagnostics: {
    message: string;
    code: string;
    filename: string;
    labels: { span: { line: number; column: number } }[];
  }[];
};

/** Runs Oxlint (.oxlintrc.json). */
export const lint: Check = {
  name: "lint",
  run: async () => {
    const result = await runTool("oxlint", ["--type-aware", "--format=json"]);
    const report = parseReport<Report>(result.stdout);
    if (!report) return { passed: 0, failures: [failureText("oxlint", result)] };
    const failures = report.diagnostics.map(({ filename, labels, message, code }) => {
      const { line, column } = labels[0]?.span ?? { line: 1, column: 1 };
      return `${filename}:${line}:${column} ${message} [${code}]`;
    });
    const files = new Set(report.diagnostics.map(({ filename }) => filename));
    if (result.code !== 0 && failures.length === 0) failures.push(failureText("oxlint", result));
    return { passed: report.number_of_files - files.size, failures };
  },
};
