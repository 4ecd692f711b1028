import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { patienceMs } from "./server/testing/patience.ts";

/** Those that take longest come first: one that begins last keeps a core waiting for it. */
const longest = ["test/", "server/people/", "server/http/", "server/"];

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
    // PostgreSQL needs a part of the two cores a small machine has.
    maxWorkers: 2,
    testTimeout: 5 * patienceMs,
    hookTimeout: 5 * patienceMs,
    expect: { poll: { timeout: patienceMs } },
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
          // They start nothing and keep nothing: to load React once is half of their time.
          isolate: false,
        },
      },
    ],
  },
});
