import { expect, test, vi } from "vitest";
import { lateAnswerMs } from "../../pages/door/statusWords.ts";
import { runSyncLoop, WakeSignal } from "../syncLoop.ts";

/** The times of a device's requests, in ms from the start, while nothing happens for a minute. */
async function askedAt({ isLive }: { isLive: boolean }): Promise<number[]> {
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
    void runSyncLoop(connection, {
      store: {} as never,
      wakeSignal: new WakeSignal(),
      signal: ending.signal,
      onOnline: () => {},
      onFull: () => {},
      onRest: () => {},
    });
    await vi.advanceTimersByTimeAsync(60_000);
    return requests;
  } finally {
    ending.abort();
    vi.useRealTimers();
  }
}

test("a network that swallows everything is noticed within ten seconds, though the server tells by itself what moved", async () => {
  const request = await askedAt({ isLive: true });
  expect(request.length).toBeGreaterThan(2);
  for (const [place, at] of request.slice(1).entries())
    expect(at - request[place]! + lateAnswerMs).toBeLessThanOrEqual(10_000);
});

test("a device that is told nothing by itself asks for changes every four seconds", async () => {
  expect((await askedAt({ isLive: false })).slice(0, 4)).toEqual([0, 4_000, 8_000, 12_000]);
});

const { signal } = new AbortController();

/** How long a wait of ten seconds takes, and its result, if something happens after one second. */
async function waited(
  happens: (wakeSignal: WakeSignal) => void,
  isPause: boolean,
): Promise<[number, boolean]> {
  vi.useFakeTimers();
  try {
    const wakeSignal = new WakeSignal();
    const from = Date.now();
    setTimeout(() => happens(wakeSignal), 1_000);
    const wait = wakeSignal.wait(10_000, signal, isPause);
    await vi.runAllTimersAsync();
    const heard = await wait;
    return [Date.now() - from, heard];
  } finally {
    vi.useRealTimers();
  }
}

test("who waits for news is woken by news and by a ring", async () => {
  expect((await waited((wakeSignal) => wakeSignal.news(), false))[1]).toBe(true);
  expect((await waited((wakeSignal) => wakeSignal.wake(), false))[1]).toBe(true);
});

test("news shortens no pause after a failure, a ring does", async () => {
  expect(await waited((wakeSignal) => wakeSignal.news(), true)).toEqual([10_000, false]);
  expect((await waited((wakeSignal) => wakeSignal.wake(), true))[0]).toBe(1_000);
});

test("a ring while nobody waits is heard by who waits next; news then is no reason to pause less", async () => {
  const wakeSignal = new WakeSignal();
  wakeSignal.wake();
  expect(await wakeSignal.wait(60_000, signal, true)).toBe(true);
  wakeSignal.news();
  expect(await wakeSignal.wait(0, signal, true)).toBe(false);
});
