import { type CheckOutcome, failureText, repository, runTool } from "../checks/check.ts";

/** Runs the journeys of test/browsers in the browser at `path`, or with `--control` opens pages that must fail. */
export async function runJourneys(
  engine: "firefox" | "webkit",
  path: string,
  options: string[] = [],
): Promise<CheckOutcome> {
  const args = [`${repository}test/browsers/run.ts`, engine, path, ...options];
  const result = await runTool(process.execPath, args);
  const lines = result.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { name: string; failure: string | null });
  const failures = lines.flatMap(({ name, failure }) => (failure === null ? [] : [`${name}\n${failure}`]));
  if (result.code !== 0) failures.push(failureText(`run.ts ${engine}`, result));
  if (lines.length === 0 && failures.length === 0) failures.push(`No journey was made in ${engine}.`);
  return { passed: lines.filter(({ failure }) => failure === null).length, failures };
}
