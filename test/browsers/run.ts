/**
 * node test/browsers/run.ts firefox|webkit PATH [WORD]: runs the journeys, or those whose names contain WORD, and
 * prints one line of JSON for each check. `--control` opens pages that must fail. PICTURES=folder saves screenshots.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../server/testing/cluster.ts";
import { runningSite } from "../../tools/judges/runningSite.ts";
import { judgeLogs, secretsOfRun } from "../e2e/judgeLogs.ts";
import { brokenPage, serveFaultyPage } from "./blankPage.ts";
import { coldPaths, coldStartProblem } from "./coldStart.ts";
import type { Size, TestBrowser } from "./driver.ts";
import { startFirefox } from "./firefox.ts";
import { type Journey, journeys } from "./journeys.ts";
import { openServerProxy } from "./serverProxy.ts";
import { type Hands, visitorOf } from "./visitor.ts";
import { startWebKit } from "./webkit.ts";

const [engine = "", path = "", ...options] = process.argv.slice(2);
const only = options.find((one) => !one.startsWith("--"));
const start = { firefox: startFirefox, webkit: startWebKit }[engine];
if (start === undefined) throw new Error("Which browser? firefox or webkit, and its path.");
const isControl = options.includes("--control");
const running: (() => Promise<void>)[] = [];
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));
try {
  const browser = await start(path);
  running.push(browser.close);
  await (isControl ? runControl(browser) : runJourneys(browser));
} finally {
  await stopAll();
}

async function stopAll(): Promise<void> {
  for (const stop of running.splice(0).toReversed()) await stop().catch(() => {});
}

async function runControl(browser: TestBrowser): Promise<void> {
  const blank = await serveFaultyPage();
  const broken = await serveFaultyPage(brokenPage);
  const blankProblem = await coldStartProblem(browser, blank.url, 10_000);
  const brokenProblem = await coldStartProblem(browser, `${broken.url}/auth/Signin`, 10_000);
  // The caller expects a failure, so the control reports one only if both faults were noticed.
  const failure =
    blankProblem?.includes("has not started") && brokenProblem?.includes("could not be shown")
      ? blankProblem
      : null;
  report("a blank page, and a page that throws inside a working shell, have not started", failure);
  blank.stop();
  broken.stop();
}

async function runJourneys(browser: TestBrowser): Promise<void> {
  const logs = await temporaryFolder();
  running.push(() => rm(logs, { recursive: true }));
  const site = await runningSite({}, { logFile: join(logs, "site.log") });
  running.push(site.stop);
  const proxy = await openServerProxy(site.url);
  running.push(proxy.stop);
  for (const coldPath of only === undefined ? coldPaths : [])
    report(`${coldPath} starts cold`, await coldStartProblem(browser, proxy.url + coldPath));
  for (const journey of journeys.filter(({ name }) => only === undefined || name.includes(only)))
    for (const size of journey.sizes)
      for (const hands of handsFor(journey, size))
        report(
          `${journey.name}, ${size.width} px${hands === "keyboard" ? ", by keyboard" : ""}`,
          await failureOf(journey, { size, hands }),
        );
  const secrets = await secretsOfRun({ ...site, cluster: null, logs });
  // The site's log is complete once the site has exited.
  await proxy.stop();
  await site.stop();
  report(
    "no log contains a secret",
    await judgeLogs(secrets, logs).then(
      () => null,
      (error: Error) => error.message,
    ),
  );

  function handsFor(journey: Journey, size: Size): Hands[] {
    return journey.needsNoMouse && size === journey.sizes.at(-1) ? ["mouse", "keyboard"] : ["mouse"];
  }

  async function failureOf(
    journey: Journey,
    { size, hands }: { size: Size; hands: Hands },
  ): Promise<string | null> {
    const tab = await browser.open(size);
    const problems: string[] = [];
    const picture = async (name: string) => {
      const wider = await tab.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (wider > 0) problems.push(`${name} is ${wider} px wider than the screen.`);
      const folder = process.env.PICTURES;
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      // Wait for the images, because the server makes each size of an image at its first request.
      await tab.evaluate(`Promise.race([
        Promise.all([...document.images].filter((one) => one.loading !== "lazy").map((one) => one.decode().catch(() => {}))),
        new Promise((resolve) => setTimeout(resolve, 5000)),
      ]).then(() => true)`);
      await writeFile(join(folder, `${engine}-${size.width}-${name}.png`), await tab.screenshot());
    };
    try {
      await journey.go({ visitor: visitorOf(tab, proxy.url, hands), proxy, picture });
      // A page without a network reports these errors.
      problems.push(...tab.errors().filter((error) => !/NetworkError|Load failed|offline/i.test(error)));
    } catch (error) {
      await picture("failed").catch(() => {});
      problems.push(error instanceof Error ? error.message : String(error));
    } finally {
      proxy.restore();
      await tab.close().catch(() => {});
    }
    return problems.length === 0 ? null : problems.join("\n");
  }
}

function report(name: string, failure: string | null): void {
  console.log(JSON.stringify({ name, failure }));
}
