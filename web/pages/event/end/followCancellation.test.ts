import { expect, test } from "vitest";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { followCancellation } from "./followCancellation.ts";

const none = { orders: 0, amount: 0 };
const standing = (mailed: number): Cancellation => ({
  cancelledAt: "2026-11-21T15:20:00.000Z",
  message: "",
  refunds: true,
  currency: "usd",
  toGiveBack: none,
  onItsWay: none,
  givenBack: none,
  failed: none,
  byHand: none,
  people: 3,
  mailed,
});

/** Follows with these replies, and returns the pauses and the reported states. */
async function followed(
  replies: (Cancellation | undefined | Error)[],
  more: { isSeen?: () => boolean; signal?: AbortSignal } = {},
) {
  const pauses: number[] = [];
  const answer: (number | "lost")[] = [];
  await followCancellation({
    loaded: standing(0),
    signal: new AbortController().signal,
    isSeen: () => true,
    ...more,
    ask: async () => {
      const reply = replies.shift();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    onTold: ({ mailed }) => answer.push(mailed),
    onLost: () => answer.push("lost"),
    pause: async (delayMs) => {
      pauses.push(delayMs);
    },
  });
  return { pauses, told: answer, left: replies.length };
}

test("it is asked until nothing moves any more, and sooner again when something has moved", async () => {
  const { pauses, told } = await followed([standing(0), standing(0), standing(1), standing(3), standing(3)]);
  expect(told).toEqual([0, 0, 1, 3]);
  expect(pauses).toEqual([1500, 2250, 3375, 1500]);
});

test("what stands still is asked for every half minute at the most", async () => {
  const { pauses } = await followed([...Array.from({ length: 20 }, () => standing(0)), standing(3)]);
  expect(pauses.at(-1)).toBe(30_000);
});

test("a lost connection is said, and asked again", async () => {
  const { told } = await followed([new Error("offline"), standing(3)]);
  expect(told).toEqual(["lost", 3]);
});

test("who signed out, or left, is asked for no more", async () => {
  expect(await followed([undefined, standing(1)])).toMatchObject({ told: [], left: 1 });
  expect(await followed([standing(1)], { signal: AbortSignal.abort() })).toMatchObject({ told: [], left: 1 });
});

test("a page that nobody sees asks nothing", async () => {
  const looks = [false, false, true];
  const { pauses, told } = await followed([standing(3)], { isSeen: () => looks.shift() ?? true });
  expect(told).toEqual([3]);
  expect(pauses).toEqual([1500, 1500, 1500]);
});
