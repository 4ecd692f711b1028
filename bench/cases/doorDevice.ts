import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { openDevice, openDevicePage } from "../../test/e2e/doorDevice.ts";
import { browserAdvice, findBrowser } from "../../tools/browser.ts";
import { type Pose, type ReadFrame, readFrames } from "../cameraFrames.ts";
import { createDatabase, dist } from "../databases.ts";
import { buildDoor, codesOf, type Door } from "../doors.ts";
import { median } from "../load/figures.ts";
import { startTarget } from "../processes.ts";
import type { Bench, Report } from "../report.ts";

const guests = 50_000;
const readCount = 8;
const rounds = 13;
const judgedCount = 1_000;

/** Measures how long a device in a browser reads a camera picture, copies a large event, and judges codes offline. */
export async function doorDevice({ clusterUrl, dataDir }: Bench): Promise<Report> {
  const title = `a device at the door of an event of ${guests.toLocaleString("en-US")} attendees`;
  const executablePath = await findBrowser({ install: false });
  if (executablePath === null) return { title, figures: {}, goals: [], problems: [], leftOut: browserAdvice };
  const url = await createDatabase(clusterUrl, "door_device");
  const door = await buildDoor({ url }, guests);
  const codes = await codesOf({ url }, door.eventId);
  const foyer = await startTarget("foyer", { databaseUrl: url, dataDir, dist, cachesPages: true });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openDevicePage(page, { url: `http://127.0.0.1:${foyer.port}` });
    const readerUrl = await readerAddress();
    const readings = await readFrames(page, { readerUrl, codes: pickEvenly(codes, readCount), rounds });
    const copyCost = await copyTo(page, door);
    await page.context().setOffline(true);
    const verdicts = await judge(page, pickEvenly(codes, judgedCount));
    const readTimes = readings.frames.map(({ tookMs }) => tookMs);
    return {
      title,
      figures: {},
      goals: [
        { name: "median of reading a frame of 640 × 480 in ms", is: median(readTimes), atMost: 10 },
        { name: "p95 of reading a frame in ms", is: percentile(readTimes, 0.95), atMost: 10 },
        { name: `seconds until ${guests} attendees are on the device`, is: copyCost.seconds, atMost: 10 },
        { name: `MB received for ${guests} attendees`, is: copyCost.megabytes, atMost: 15 },
        {
          name: "p95 of a verdict without a network in ms",
          is: percentile(verdicts.tookMs, 0.95),
          atMost: 50,
        },
      ],
      problems: [
        ...problemsOf(readings),
        ...(verdicts.welcome === judgedCount
          ? []
          : [`${verdicts.welcome} of ${judgedCount} guests were welcome`]),
      ],
    };
  } finally {
    await browser.close();
    await foyer.stop();
  }
}

async function readerAddress(): Promise<string> {
  const name = (await readdir(join(dist, "client", "assets"))).find((file) =>
    /^worker-reader-[^.]+\.js$/.test(file),
  );
  if (name === undefined) throw new Error("The build has no reader of codes.");
  return `/assets/${name}`;
}

async function copyTo(page: Page, door: Door): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  await openDevice(page, door.eventId, door.token);
  await page.waitForFunction(() => device.state().copy.isWhole, null, { timeout: 60_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  const { kept, bytes } = await page.evaluate(() => ({
    kept: device.state().copy.kept,
    bytes: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/api/door/"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
  }));
  if (kept !== guests) throw new Error(`The device has ${kept} of ${guests} guests.`);
  return { seconds, megabytes: bytes / 1e6 };
}

async function judge(page: Page, codes: readonly string[]): Promise<{ tookMs: number[]; welcome: number }> {
  return page.evaluate(async (texts) => {
    const tookMs: number[] = [];
    let welcome = 0;
    for (const text of texts) {
      const startedAt = performance.now();
      const { verdict } = await device.judgeCode(text);
      tookMs.push(performance.now() - startedAt);
      if (verdict === "welcome") welcome += 1;
    }
    return { tookMs, welcome };
  }, codes);
}

function problemsOf({ by, frames }: { by: string; frames: readonly ReadFrame[] }): string[] {
  const wrongReadings = (["straight", "askew", "away"] satisfies Pose[]).flatMap((pose) => {
    const poseFrames = frames.filter((frame) => frame.pose === pose);
    const correct = poseFrames.filter(({ isRight }) => isRight).length;
    return correct === poseFrames.length
      ? []
      : [`${correct} of ${poseFrames.length} frames of the pose “${pose}” were read right`];
  });
  if (by === "wasm") return wrongReadings;
  return [`the frames were read by ${by}, not by our WebAssembly`, ...wrongReadings];
}

function pickEvenly<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]!);
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1]!;
}
