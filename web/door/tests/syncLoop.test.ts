import { expect, test, vi } from "vitest";
import { lateAnswerMs } from "../../pages/door/statusWords.ts";
import { runSyncLoop, WakeSignal } from "../syncLoop.ts";

/** The times of a device's requests in a minute, in ms from its start, while nothing else happens than `actsEachMs`. */
async function requestTimes({
  isLive,
  actsEachMs,
}: {
  isLive: boolean;
  actsEachMs?: number;
}): Promise<number[]> {
  vi.useFakeTimers();
  const ending = new AbortController();
  try {
    const from = Date.now();
    const requests: number[] = [];
    const connection = {
      isLive,
      isDue: true,
      async turn() {
        if (connection.isDue) requests.push(Date.now() - from);
        connection.isDue = false;
        return false;
      },
      drop() {},
    };
    const wakeSignal = new WakeSignal();
    if (actsEachMs !== undefined) setInterval(() => wakeSignal.wake(), actsEachMs);
    void runSyncLoop(connection, {
      store: {} as never,
      wakeSignal,
      signal: ending.signal,
      onOnline: () => {},
      onFull: () => {},
      onIdle: () => {},
    });
    await vi.advanceTimersByTimeAsync(60_000);
    return requests;
  } finally {
    ending.abort();
    vi.useRealTimers();
  }
}

test("requests with live updates are frequent enough to notice a dead network within ten seconds", async () => {
  const times = await requestTimes({ isLive: true });
  expect(times.length).toBeGreaterThan(2);
  for (const [previous, at] of times.slice(1).entries())
    expect(at - times[previous]! + lateAnswerMs).toBeLessThanOrEqual(10_000);
});

test("an idle device without live updates requests changes every four seconds", async () => {
  expect((await requestTimes({ isLive: false })).slice(0, 4)).toEqual([0, 4_000, 8_000, 12_000]);
});

test("a device with an act each second requests changes as often as an idle one", async () => {
  const times = await requestTimes({ isLive: false, actsEachMs: 1_000 });
  expect(times.slice(0, 4)).toEqual([0, 4_000, 8_000, 12_000]);
});

const { signal } = new AbortController();

/** How long a wait of ten seconds takes in ms, and its result, if `trigger` is called after one second. */
async function waitResult(
  trigger: (wakeSignal: WakeSignal) => void,
  isPause: boolean,
): Promise<[number, boolean]> {
  vi.useFakeTimers();
  try {
    const wakeSignal = new WakeSignal();
    const from = Date.now();
    setTimeout(() => trigger(wakeSignal), 1_000);
    const wait = wakeSignal.wait(10_000, signal, isPause);
    await vi.runAllTimersAsync();
    const isWoken = await wait;
    return [Date.now() - from, isWoken];
  } finally {
    vi.useRealTimers();
  }
}

test("news and a wake call each end a wait", async () => {
  expect(await waitResult((wakeSignal) => wakeSignal.news(), false)).toEqual([1_000, true]);
  expect(await waitResult((wakeSignal) => wakeSignal.wake(), false)).toEqual([1_000, true]);
});

test("a wake call shortens a pause after a failure, and news does not", async () => {
  expect(await waitResult((wakeSignal) => wakeSignal.news(), true)).toEqual([10_000, false]);
  expect((await waitResult((wakeSignal) => wakeSignal.wake(), true))[0]).toBe(1_000);
});

test("a wake call before a wait ends that wait, and news before a pause does not shorten that pause", async () => {
  const wakeSignal = new WakeSignal();
  wakeSignal.wake();
  expect(await wakeSignal.wait(60_000, signal, true)).toBe(true);
  wakeSignal.news();
  expect(await wakeSignal.wait(0, signal, true)).toBe(false);
});
