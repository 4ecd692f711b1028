import { expect, test } from "vitest";
import { openCpuShare } from "./cpuShare.ts";

/** Each mail takes `mailCpuMs` of CPU time, and nothing else takes any. */
function machine(mailCpuMs: number) {
  let now = 0;
  let cpu = 0;
  const waiting: { at: number; wake: () => void }[] = [];
  const share = openCpuShare({
    clock: () => now,
    cpuMs: () => cpu,
    sleep: (ms, signal) =>
      new Promise((wake) => {
        waiting.push({ at: now + ms, wake });
        signal.addEventListener("abort", () => wake());
      }),
  });
  let madeCount = 0;
  const make = () =>
    share.run(async () => {
      madeCount += 1;
      cpu += mailCpuMs;
      now += mailCpuMs;
    });
  const advance = async (ms: number) => {
    for (const end = now + ms; ; ) {
      await untilIdle();
      const next = waiting.sort((one, other) => one.at - other.at)[0];
      if (next === undefined || next.at > end) {
        now = Math.max(now, end);
        return;
      }
      waiting.shift();
      now = Math.max(now, next.at);
      next.wake();
    }
  };
  return { share, make, advance, madeCount: () => madeCount };
}

/** Resolves when all work waits for the simulated time. */
const untilIdle = () => new Promise((resolve) => setImmediate(resolve));

test("mails are made without a wait while nobody buys", async () => {
  const { make, madeCount } = machine(10);
  await Promise.all(Array.from({ length: 150 }, make));
  expect(madeCount()).toBe(150);
});

test("while the shop is busy, 150 waiting mails take about a tenth of a core", async () => {
  const { share, make, advance, madeCount } = machine(10);
  share.giveWay(true);
  const all = Promise.all(Array.from({ length: 150 }, make));
  await advance(10_000);
  expect(madeCount()).toBeGreaterThan(90);
  expect(madeCount()).toBeLessThan(115);
  share.giveWay(false);
  await all;
  expect(madeCount()).toBe(150);
});

test("a waiting mail is made immediately when the shop is no longer busy", async () => {
  const { share, make, madeCount } = machine(10_000);
  share.giveWay(true);
  await make();
  const next = make();
  await untilIdle();
  expect(madeCount()).toBe(1);
  share.giveWay(false);
  await next;
  expect(madeCount()).toBe(2);
});

test("an idle hour saves up time for only a few mails", async () => {
  const { share, make, advance, madeCount } = machine(10);
  share.giveWay(true);
  await advance(3_600_000);
  void Promise.all(Array.from({ length: 100 }, make));
  await advance(500);
  expect(madeCount()).toBeLessThan(10);
});

test("a mail that waits for the mail server does not block other mails", async () => {
  const { share } = machine(10);
  share.giveWay(true);
  const slow = share.run(() => new Promise<void>(() => {}));
  expect(await share.run(async () => "sent")).toBe("sent");
  void slow;
});
