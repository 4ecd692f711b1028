// All runs in this process share its Vitest, database and unchanged modules.
import { createVitest } from "vitest/node";

/** The process answers with a `RunResult`. `changed` is the mutated file, which is read again. */
export type RunRequest = { changed: string; tests: string[] };

/** The first failed test or file, or another reason; null if the run passed. */
export type RunResult = { failure: string | null };

let isInterrupted = false;
const vitest = await createVitest("test", {
  watch: false,
  bail: 1,
  reporters: [
    {
      onTestRunEnd(_modules, _errors, reason) {
        isInterrupted = reason === "interrupted";
      },
    },
  ],
});

/** All files mutated so far. Each run reads them again, because they may be restored. */
const changedFiles = new Set<string>();

async function run({ changed, tests }: RunRequest): Promise<string | null> {
  changedFiles.add(changed);
  for (const path of changedFiles) vitest.invalidateFile(path);
  const files = await vitest.globTestSpecifications(tests);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files);
  // Vitest also reports results of other runs.
  const paths = new Set(files.map((file) => file.moduleId));
  const failed = testModules.filter((module) => paths.has(module.moduleId) && !module.ok());
  const [first] = failed.flatMap((module) =>
    [...module.children.allTests("failed")].map((test) => `${module.relativeModuleId} > ${test.fullName}`),
  );
  if (first !== undefined) return first;
  if (failed[0] !== undefined) return failed[0].relativeModuleId;
  // A run is cancelled at its first failure. A late cancellation hits the next run instead, which is then repeated.
  if (isInterrupted) return run({ changed, tests });
  return unhandledErrors.length > 0 || files.length === 0 ? "vitest itself" : null;
}

process.on("message", (request: RunRequest) => {
  void run(request)
    .catch(String)
    .then((failure) => {
      const result: RunResult = { failure };
      if (process.connected) process.send!(result);
    });
});
process.once("disconnect", () => {
  void vitest.close().finally(() => process.exit());
});
