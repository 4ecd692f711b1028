import { defineConfig } from "vitest/config";
import { patienceMs } from "./server/testing/patience.ts";

export default defineConfig({
  test: {
    include: [
      "contract/**/*.test.ts",
      "server/**/*.test.ts",
      "web/**/*.test.{ts,tsx}",
      "tools/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    // Playwright's own runner takes these.
    exclude: ["**/node_modules/**", "test/e2e/**"],
    environment: "node",
    globalSetup: ["server/testing/globalSetup.ts"],
    setupFiles: ["server/testing/noNoise.ts"],
    // PostgreSQL needs a part of the two cores a small machine has.
    maxWorkers: 2,
    testTimeout: 5 * patienceMs,
    hookTimeout: 5 * patienceMs,
    expect: { poll: { timeout: patienceMs } },
  },
});
