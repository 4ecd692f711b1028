/** Firefox opens every client-only page in a fresh window. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFirefox, firefoxAdvice } from "../../tools/browser.ts";
import { type RunningSite, runningSite } from "../../tools/judges/runningSite.ts";
import { brokenPage, serveBlankPage } from "./blankPage.ts";
import { coldPaths, startsCold } from "./coldStart.ts";
import type { TestBrowser } from "./driver.ts";
import { startFirefox } from "./firefox.ts";

const isOnCi = !["", "false", undefined].includes(process.env.CI);
const path = await findFirefox({ install: true });
if (path === null && !isOnCi) console.info(`Firefox is not tested. ${firefoxAdvice}`);

let site: RunningSite;
let firefox: TestBrowser;

beforeAll(async () => {
  if (path === null) return;
  [site, firefox] = await Promise.all([runningSite(), startFirefox(path)]);
}, 1_800_000);

afterAll(async () => {
  await Promise.all([site?.stop(), firefox?.close()]);
});

test("Firefox is installed on CI", () => {
  expect(path !== null || !isOnCi, firefoxAdvice).toBe(true);
});

test.skipIf(path === null)(
  "every client-only page starts in a fresh Firefox window",
  async () => {
    const problems: (string | null)[] = [];
    // One after the other: Firefox loses tabs that are opened while others are closed.
    for (const coldPath of coldPaths) problems.push(await startsCold(firefox, site.url + coldPath));
    expect(problems.length).toBeGreaterThan(30);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  },
  600_000,
);

test.skipIf(path === null)(
  "a page that waits for a paint is reported as not started",
  async () => {
    const blank = await serveBlankPage();
    expect(await startsCold(firefox, blank.url, 5_000)).toMatch(/has not started/);
    blank.stop();
  },
  60_000,
);

test.skipIf(path === null)(
  "a page that throws inside a working shell is reported as not started",
  async () => {
    const broken = await serveBlankPage(brokenPage);
    expect(await startsCold(firefox, `${broken.url}/auth/Signin`, 5_000)).toMatch(/could not be shown/);
    broken.stop();
  },
  60_000,
);
