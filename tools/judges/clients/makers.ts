import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CheckOutcome, repository, runTool } from "../../checks/check.ts";
import {
  firstReason,
  npmFolder,
  npmPackages,
  npmProgram,
  pythonPackages,
  pythonProgram,
} from "../installed.ts";

const environment = "openapi-python-client";
const program = pythonProgram(environment, "openapi-python-client");
const npmName = "clients";

/** Python with the packages that the generated client needs. */
export const python = pythonProgram(environment, "python");
/** The folder of the packages for the TypeScript client. */
export const npmModules = join(npmFolder(npmName), "node_modules");

export const installClientMakers = (): Promise<string | null> =>
  firstReason(
    npmPackages(npmName, [
      "openapi-typescript@7.13.0",
      "openapi-fetch@0.17.0",
      // openapi-typescript does not run with TypeScript 7.
      "typescript@5.9.3",
      "@types/node@24.10.1",
    ]),
    pythonPackages(environment, ["openapi-python-client==0.29.1"]),
  );

/** A tool that reads the document at `path` and may write into `folder`. */
export type Reader = {
  name: string;
  command: string;
  args(path: string, folder: string): string[];
  /** Matches each line of a success. Needed for a tool that also exits with 0 after a warning. */
  successLine?: RegExp;
};

export const ruleFilePath = (file: string): string => join(repository, "tools", "judges", file);

export const clientMakers: Reader[] = [
  {
    name: "openapi-typescript",
    command: npmProgram(npmName, "openapi-typescript"),
    args: (path, folder) => [path, "--output", join(folder, "client.d.ts")],
    // It has no option to treat warnings as errors.
    successLine: /^(✨ openapi-typescript \d|🚀 )/u,
  },
  {
    name: "openapi-python-client",
    command: program,
    args: (path, folder) => [
      "generate",
      "--path",
      path,
      "--output-path",
      join(folder, "client"),
      "--config",
      ruleFilePath("pythonClient.yaml"),
      "--fail-on-warning",
    ],
  },
];

export async function readInto(folder: string, document: object, readers: Reader[]): Promise<CheckOutcome> {
  const path = join(folder, "openapi.json");
  await writeFile(path, JSON.stringify(document));
  const outcome: CheckOutcome = { passed: 0, failures: [] };
  for (const { name, command, args, successLine } of readers) {
    // openapi-python-client looks in the PATH for ruff, which is installed beside it.
    const env = { PATH: `${dirname(program)}:${process.env.PATH ?? ""}` };
    const { code, stdout, stderr } = await runTool(command, args(path, folder), env);
    const output = `${stdout}\n${stderr}`.trim();
    if (code === 0 && hasOnly(output, successLine)) outcome.passed++;
    else outcome.failures.push(`${name}: ${output.slice(-2_000)}`);
  }
  return outcome;
}

function hasOnly(output: string, line: RegExp | undefined): boolean {
  return line === undefined || output.split("\n").every((one) => one.trim() === "" || line.test(one));
}
