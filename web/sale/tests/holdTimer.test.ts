import { expect, test } from "vitest";
import { createHoldTimer } from "../holdTimer.ts";

const noon = Date.parse("2026-12-12T12:00:00Z");

function createDevice() {
  let wall = noon;
  let monotonic = 0;
  const ticks = new Set<() => void>();
  const shows = new Set<() => void>();
  let ended = 0;
  const listen = (set: Set<() => void>) => (callback: () => void) => {
    set.add(callback);
    return () => void set.delete(callback);
  };
  const timer = createHoldTimer(
    { expiresAt: new Date(noon + 90_000).toISOString(), skewMs: 0 },
    {
      clocks: { wallMs: () => wall, monotonicMs: () => monotonic },
      every: listen(ticks),
      onShown: listen(shows),
    },
    () => {
      ended += 1;
    },
  );
  return {
    timer,
    ended: () => ended,
    tick(ms: number) {
      wall += ms;
      monotonic += ms;
      for (const tick of ticks) tick();
    },
    sleep(ms: number) {
      wall += ms;
      for (const shown of shows) shown();
    },
    listening: () => ticks.size + shows.size,
  };
}

test("a hold runs out once, when its time is over", () => {
  const { timer, ended, tick } = createDevice();
  let updates = 0;
  timer.subscribe(() => {
    updates += 1;
  });
  tick(89_001);
  expect([timer.seconds(), ended(), updates]).toEqual([1, 0, 1]);
  tick(999);
  tick(1000);
  expect([timer.seconds(), ended()]).toEqual([0, 1]);
});

test("after the device has slept, the hold shows the correct remaining time", () => {
  const { timer, ended, sleep } = createDevice();
  timer.subscribe(() => {});
  sleep(60_000);
  expect(timer.seconds()).toBe(30);
  sleep(60_000);
  expect([timer.seconds(), ended()]).toEqual([0, 1]);
});

test("the timer stops without subscribers", () => {
  const { timer, listening } = createDevice();
  const stop = timer.subscribe(() => {});
  expect(listening()).toBe(2);
  stop();
  expect(listening()).toBe(0);
});
