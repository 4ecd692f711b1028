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
if (path === null && !isOnCi) console.info(`Firefox is not asked. ${firefoxAdvice}`);

let site: RunningSite;
let firefox: TestBrowser;

beforeAll(async () => {
  if (path === null) return;
  [site, firefox] = await Promise.all([runningSite(), startFirefox(path)]);
}, 1_800_000);

afterAll(async () => {
  await Promise.all([site?.stop(), firefox?.close()]);
});

test("Firefox is there where everything has to be judged", () => {
  expect(path !== null || !isOnCi, firefoxAdvice).toBe(true);
});

test.skipIf(path === null)(
  "every page of the browser alone opens cold in Firefox",
  async () => {
    const problems: (string | null)[] = [];
    // One after the other: Firefox loses tabs that are opened while others are closed.
    for (const cold of coldPaths) problems.push(await startsCold(firefox, site.url + cold));
    expect(problems.length).toBeGreaterThan(30);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  },
  600_000,
);

test.skipIf(path === null)(
  "a page that waits for a paint would be found",
  async () => {
    const blank = await serveBlankPage();
    expect(await startsCold(firefox, blank.url, 5_000)).toMatch(/has not started/);
    blank.stop();
  },
  60_000,
);

test.skipIf(path === null)(
  "a page that throws inside a shell that works would be found",
  async () => {
    const broken = await serveBlankPage(brokenPage);
    expect(await startsCold(firefox, `${broken.url}/auth/Signin`, 5_000)).toMatch(/could not be shown/);
    broken.stop();
  },
  60_000,
);
