import { expect, test } from "vitest";
import { openCpuShare } from "./cpuShare.ts";

/** A machine on which each mail takes so many milliseconds of CPU time, and nothing else takes any. */
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
  let made = 0;
  const make = () =>
    share.take(async () => {
      made += 1;
      cpu += mailCpuMs;
      now += mailCpuMs;
    });
  /** Advances time, and lets all mails start that may. */
  const passes = async (ms: number) => {
    for (const end = now + ms; ; ) {
      await settled();
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
  return { share, make, passes, made: () => made };
}

/** Resolves when no work can continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("mails are made as they come while nobody buys", async () => {
  const { make, made } = machine(10);
  await Promise.all(Array.from({ length: 150 }, make));
  expect(made()).toBe(150);
});

test("while the shop is busy they take a tenth of a core, however many wait", async () => {
  const { share, make, passes, made } = machine(10);
  share.giveWay(true);
  const all = Promise.all(Array.from({ length: 150 }, make));
  await passes(10_000);
  expect(made()).toBeGreaterThan(90);
  expect(made()).toBeLessThan(115);
  share.giveWay(false);
  await all;
  expect(made()).toBe(150);
});

test("what waits is made at once when the shop is busy no more", async () => {
  const { share, make, made } = machine(10_000);
  share.giveWay(true);
  await make();
  const next = make();
  await settled();
  expect(made()).toBe(1);
  share.giveWay(false);
  await next;
  expect(made()).toBe(2);
});

test("a quiet hour saves no more than a few mails' time", async () => {
  const { share, make, passes, made } = machine(10);
  share.giveWay(true);
  await passes(3_600_000);
  void Promise.all(Array.from({ length: 100 }, make));
  await passes(500);
  expect(made()).toBeLessThan(10);
});

test("a mail that waits for its server keeps no other from its turn", async () => {
  const { share } = machine(10);
  share.giveWay(true);
  const slow = share.take(() => new Promise<void>(() => {}));
  expect(await share.take(async () => "sent")).toBe("sent");
  void slow;
});
