/** What does the event page cost a visitor's browser: requests, scripts, and time in which it does not react? */
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { browserAdvice, findBrowser } from "../../tools/browser.ts";
import { median } from "../load/figures.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";
import { dist, openDemo } from "../stock.ts";

const loads = 5;
const quietMs = 1500;

// Runs in the page.
const watchLongTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => { for (const task of list.getEntries()) longTasks.push(task.duration); })
    .observe({ type: "longtask", buffered: true });`;

interface Load {
  requests: number;
  scriptKb: number;
  blockingMs: number;
}

/** Loads the page several times on a core that is four times slower, each time with an empty cache. */
export async function weight(bench: Bench): Promise<Report> {
  const executablePath = await findBrowser({ install: false });
  const title = "weight of the event page, CPU ×4 slower";
  if (executablePath === null) return { title, figures: {}, goals: [], problems: [browserAdvice] };
  const { url, page: path } = await openDemo(bench, "weight");
  const foyer = await startTarget("foyer", {
    databaseUrl: url,
    dataDir: bench.dataDir,
    dist,
    keepsPages: true,
  });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    const told: Load[] = [];
    for (let load = 0; load < loads; load++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      told.push(
        await weigh(page, await context.newCDPSession(page), `http://127.0.0.1:${foyer.port}${path}`),
      );
      await context.close();
    }
    const middle = (of: keyof Load) => median(told.map((load) => load[of]));
    return {
      title: `${title}, ${loads} loads`,
      figures: {},
      goals: [
        { name: "requests, banner apart", is: middle("requests"), atMost: 12 },
        { name: "KB of JavaScript as sent (brotli)", is: middle("scriptKb"), atMost: 120 },
        { name: "blocking time in ms", is: middle("blockingMs"), atMost: 150 },
      ],
      problems: [],
    };
  } finally {
    await browser.close();
    await foyer.stop();
  }
}

async function weigh(page: Page, devtools: CDPSession, url: string): Promise<Load> {
  const addresses = new Map<string, string>();
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!request.url.startsWith("data:")) addresses.set(requestId, request.url);
  });
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript({ content: watchLongTasks });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(quietMs);
  const tasks = await page.evaluate<number[]>("longTasks");
  return {
    requests: [...addresses.values()].filter((address) => !address.includes("/api/event-banner/")).length,
    scriptKb: scriptBytes / 1024,
    // What a task takes beyond 50 ms, as the Long Tasks specification and Lighthouse count it.
    blockingMs: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
  };
}
