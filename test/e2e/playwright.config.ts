import { defineConfig } from "@playwright/test";
import { findBrowser } from "../../tools/browser.ts";

const executablePath = process.env.CHROMIUM_PATH || ((await findBrowser({ install: false })) ?? "");

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  globalSetup: "./startApp.ts",
  outputDir: "../../test-results",
  // Three journeys keep two cores busy, because a journey often waits for its page.
  workers: 3,
  // A busy machine needs several times as long as usual.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A journey that passes only at its second attempt is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    // Set by startApp.ts before the workers read this.
    baseURL: process.env.E2E_URL,
    viewport: { width: 1280, height: 860 },
    timezoneId: "America/New_York",
    locale: "en-US",
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: ["--no-sandbox", "--disable-background-networking"] },
  },
});
