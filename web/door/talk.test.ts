import { expect, test, vi } from "vitest";
import { lateMs } from "../pages/door/statusWords.ts";
import { Bell } from "./bell.ts";
import { talk } from "./talk.ts";

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
