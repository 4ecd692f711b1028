import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hangTimeoutMs } from "./server/testing/patience.ts";

/** Those that take longest come first: one that begins last keeps a core waiting for it. */
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
    // Half of the time a file waits: for PostgreSQL, another process or a clock. Four keep both cores of a small machine busy.
    maxWorkers: 4,
    // A test makes much that is soon garbage. In a larger space V8 collects it less often.
    execArgv: ["--max-semi-space-size=32"],
    testTimeout: 2 * hangTimeoutMs,
    hookTimeout: 2 * hangTimeoutMs,
    expect: { poll: { timeout: hangTimeoutMs } },
    // Files share a process. To load the server anew for each took half of all the time; what one leaves behind, another
    // one sees (docs/decisions/0012-tests-share-processes.md).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "on PostgreSQL",
          include: ["server/**/*.test.ts", "tools/**/*.test.ts", "test/**/*.test.ts"],
          // Playwright's own runner takes these.
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
