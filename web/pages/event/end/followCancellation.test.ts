import { expect, test } from "vitest";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { followCancellation } from "./followCancellation.ts";

const none = { orders: 0, amount: 0 };
const cancellationOf = (mailed: number): Cancellation => ({
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
  mailsLeft: 3 - mailed,
  mailsFailed: 0,
});

async function follow(
  replies: (Cancellation | undefined | Error)[],
  more: { isPageVisible?: () => boolean; signal?: AbortSignal } = {},
) {
  const pauses: number[] = [];
  const reported: (number | "lost")[] = [];
  await followCancellation({
    loaded: cancellationOf(0),
    signal: new AbortController().signal,
    isPageVisible: () => true,
    ...more,
    ask: async () => {
      const reply = replies.shift();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    onProgress: ({ mailed }) => reported.push(mailed),
    onLost: () => reported.push("lost"),
    pause: async (delayMs) => {
      pauses.push(delayMs);
    },
  });
  return { pauses, reported, remaining: replies.length };
}

test("the state of a cancellation is requested until it is final, and sooner again after a change", async () => {
  const counts = [0, 0, 1, 3, 3];
  const { pauses, reported } = await follow(counts.map(cancellationOf));
  expect(reported).toEqual([0, 0, 1, 3]);
  expect(pauses).toEqual([1500, 2250, 3375, 1500]);
});

test("the pauses between requests for an unchanged cancellation grow to 30 seconds, and no further", async () => {
  const unchanged = Array.from({ length: 20 }, () => cancellationOf(0));
  const { pauses } = await follow([...unchanged, cancellationOf(3)]);
  expect([Math.max(...pauses), pauses.at(-1)]).toEqual([30_000, 30_000]);
});

test("a lost connection is reported, and the state is requested again", async () => {
  const { reported } = await follow([new Error("offline"), cancellationOf(3)]);
  expect(reported).toEqual(["lost", 3]);
});

test("the cancellation is not requested after a sign-out or after leaving the page", async () => {
  expect(await follow([undefined, cancellationOf(1)])).toMatchObject({ reported: [], remaining: 1 });
  expect(await follow([cancellationOf(1)], { signal: AbortSignal.abort() })).toMatchObject({
    reported: [],
    remaining: 1,
  });
});

test("a hidden page requests nothing", async () => {
  const visibility = [false, false, true];
  const { pauses, reported } = await follow([cancellationOf(3)], {
    isPageVisible: () => visibility.shift() ?? true,
  });
  expect(reported).toEqual([3]);
  expect(pauses).toEqual([1500, 1500, 1500]);
});
