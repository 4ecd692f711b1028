import { expect, test, vi } from "vitest";
import { lateMs } from "../pages/door/statusWords.ts";
import { Bell, talk } from "./talk.ts";

/** When a device asks, in ms from the start, while nothing happens for a minute. */
async function askedAt({ isLive }: { isLive: boolean }): Promise<number[]> {
  vi.useFakeTimers();
  const ending = new AbortController();
  try {
    const from = Date.now();
    const asked: number[] = [];
    const line = {
      isLive,
      isDue: true,
      async turn() {
        if (line.isDue) asked.push(Date.now() - from);
        line.isDue = false;
        return false;
      },
      drop() {},
    };
    void talk(line, {
      store: {} as never,
      bell: new Bell(),
      signal: ending.signal,
      onOnline: () => {},
      onFull: () => {},
      onRest: () => {},
    });
    await vi.advanceTimersByTimeAsync(60_000);
    return asked;
  } finally {
    ending.abort();
    vi.useRealTimers();
  }
}

test("a network that swallows everything is noticed within ten seconds, though the server tells by itself what moved", async () => {
  const asked = await askedAt({ isLive: true });
  expect(asked.length).toBeGreaterThan(2);
  for (const [place, at] of asked.slice(1).entries())
    expect(at - asked[place]! + lateMs).toBeLessThanOrEqual(10_000);
});

test("a device that is told nothing by itself asks for changes every four seconds", async () => {
  expect((await askedAt({ isLive: false })).slice(0, 4)).toEqual([0, 4_000, 8_000, 12_000]);
});

const { signal } = new AbortController();

/** How long a wait of ten seconds takes, and what it resolves to, when something happens after one. */
async function waited(happens: (bell: Bell) => void, isPause: boolean): Promise<[number, boolean]> {
  vi.useFakeTimers();
  try {
    const bell = new Bell();
    const from = Date.now();
    setTimeout(() => happens(bell), 1_000);
    const wait = bell.wait(10_000, signal, isPause);
    await vi.runAllTimersAsync();
    const heard = await wait;
    return [Date.now() - from, heard];
  } finally {
    vi.useRealTimers();
  }
}

test("who waits for news is woken by news and by a ring", async () => {
  expect((await waited((bell) => bell.news(), false))[1]).toBe(true);
  expect((await waited((bell) => bell.ring(), false))[1]).toBe(true);
});

test("news shortens no pause after a failure, a ring does", async () => {
  expect(await waited((bell) => bell.news(), true)).toEqual([10_000, false]);
  expect((await waited((bell) => bell.ring(), true))[0]).toBe(1_000);
});

test("a ring while nobody waits is heard by who waits next; news then is no reason to pause less", async () => {
  const bell = new Bell();
  bell.ring();
  expect(await bell.wait(60_000, signal, true)).toBe(true);
  bell.news();
  expect(await bell.wait(0, signal, true)).toBe(false);
});
