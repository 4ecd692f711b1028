import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hangTimeoutMs } from "./server/testing/patience.ts";

/** Folders with long tests come first. Otherwise a long file would run alone at the end. */
const longest = ["test/", "tools/", "server/people/", "server/desk/", "server/http/", "server/"];

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const path = relative(import.meta.dirname, moduleId);
      const found = longest.findIndex((folder) => path.startsWith(folder));
      return found === -1 ? longest.length : found;
    };
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)));
  }
}

export default defineConfig({
  test: {
    environment: "node",
    setupFiles: ["server/testing/noNoise.ts"],
    // Four keep two cores busy, because files often wait (docs/decisions/0012-tests-share-processes.md).
    maxWorkers: 4,
    // V8 collects short-lived garbage less often in a larger space.
    execArgv: ["--max-semi-space-size=32"],
    testTimeout: 2 * hangTimeoutMs,
    hookTimeout: 2 * hangTimeoutMs,
    expect: { poll: { timeout: hangTimeoutMs } },
    // Loading the server for each file takes long, so a file sees what an earlier one left behind.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "on PostgreSQL",
          include: ["server/**/*.test.ts", "tools/**/*.test.ts", "test/**/*.test.ts"],
          // Playwright runs those in test/e2e.
          exclude: ["**/node_modules/**", "test/e2e/**"],
          globalSetup: ["server/testing/globalSetup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "pure",
          include: ["contract/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});
