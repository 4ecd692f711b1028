import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export type CheckOutcome = {
  passed: number;
  failures: string[];
  /** The program's long output about its failures. */
  details?: string;
  /** The reason why nothing was checked. */
  skipped?: string;
};

export type Check = { name: string; run(): Promise<CheckOutcome> };

/** Runs a program, such as one of node_modules/.bin, to its end. */
export function runTool(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd: string = repository,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PATH: `${repository}node_modules/.bin${delimiter}${process.env.PATH ?? ""}`,
        NO_COLOR: "1",
        FORCE_COLOR: undefined,
        ...env,
      },
    });
    const end = () => child.kill();
    process.once("exit", end);
    child.once("close", () => process.off("exit", end));
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The repository's folder, with a slash at the end. */
export const repository = decodeURIComponent(new URL("../../", import.meta.url).pathname);

export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-check-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function parseReport<Report>(text: string): Report | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function failureText(
  command: string,
  result: { code: number | null; stdout: string; stderr: string },
): string {
  const tail = `${result.stdout}\n${result.stderr}`.trim().split("\n").slice(-40).join("\n");
  return `${command} ended with code ${result.code}:\n${tail}`;
}
