import { type CDPSession, chromium, type Page } from "@playwright/test";
import { browserAdvice, findBrowser } from "../../tools/browser.ts";
import { openUnwatchedBrowser } from "../browser.ts";
import { dist, openDemo } from "../databases.ts";
import { median } from "../load/figures.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

const loadCount = 5;
const settleMs = 1500;

interface Weight {
  requests: number;
  scriptKb: number;
}

/**
 * Measures requests and scripts of the event page, and its blocking time with an empty cache on a core that is four
 * times slower.
 */
export async function weight(bench: Bench): Promise<Report> {
  const executablePath = await findBrowser({ install: false });
  const title = "weight of the event page, CPU ×4 slower";
  if (executablePath === null) return { title, figures: {}, goals: [], problems: [], leftOut: browserAdvice };
  const { url, page: path } = await openDemo(bench, "weight");
  const foyer = await startTarget("foyer", {
    databaseUrl: url,
    dataDir: bench.dataDir,
    dist,
    cachesPages: true,
  });
  const address = `http://127.0.0.1:${foyer.port}${path}`;
  try {
    const { requests, scriptKb } = await measurePage(executablePath, address);
    const blockingTimes: number[] = [];
    const browser = await openUnwatchedBrowser(executablePath);
    try {
      for (let load = 0; load < loadCount; load++)
        blockingTimes.push(blockingOf(await browser.longTasksOf(address, { slowdown: 4, settleMs })));
    } finally {
      await browser.close();
    }
    return {
      title: `${title}, ${loadCount} loads`,
      figures: {},
      goals: [
        { name: "requests, without the banner", is: requests, atMost: 12 },
        { name: "KB of JavaScript as sent (brotli)", is: scriptKb, atMost: 115 },
        { name: "blocking time in ms", is: median(blockingTimes), atMost: 150 },
      ],
      problems: [],
    };
  } finally {
    await foyer.stop();
  }
}

/** The sum of the times by which tasks exceed 50 ms, as in Lighthouse (https://web.dev/articles/tbt). */
function blockingOf(longTasks: readonly number[]): number {
  return longTasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}

async function measurePage(executablePath: string, url: string): Promise<Weight> {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    return await countRequests(page, await page.context().newCDPSession(page), url);
  } finally {
    await browser.close();
  }
}

async function countRequests(page: Page, devtools: CDPSession, url: string): Promise<Weight> {
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
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(settleMs);
  return {
    requests: [...addresses.values()].filter((address) => !address.includes("/api/event-banner/")).length,
    scriptKb: scriptBytes / 1024,
  };
}
