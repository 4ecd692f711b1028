import { expect, test, vi } from "vitest";
import { Bell } from "./bell.ts";

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
