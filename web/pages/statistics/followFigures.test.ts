import { expect, test } from "vitest";
import type { LiveState } from "../../lib/followStream.ts";
import { followFigures } from "./followFigures.ts";

const stream = (text: string) => new Response(text, { status: 200 });
const message = (total: number) => `event: figures\ndata: {"statistics":{"totalCheckinCount":${total}}}\n\n`;

async function follow(answers: (Response | Error)[]) {
  const ending = new AbortController();
  const seen = { figures: [] as number[], states: [] as LiveState[], pauses: [] as number[], expired: 0 };
  await followFigures({
    address: "/api/event/7/live?date=2026-06-15",
    token: "t",
    signal: ending.signal,
    onFigures: ({ statistics }) => seen.figures.push(statistics.totalCheckinCount),
    onState: (state) => seen.states.push(state),
    onExpired: () => {
      seen.expired += 1;
    },
    fetch: async () => {
      const answer = answers.shift();
      if (answer === undefined || answers.length === 0) ending.abort();
      if (answer instanceof Error || answer === undefined) throw answer ?? new Error("over");
      return answer;
    },
    pause: async (delayMs) => void seen.pauses.push(delayMs),
  });
  return seen;
}

test("the figures of each message arrive in order", async () => {
  const seen = await follow([stream(message(1) + message(2)), new Error("over")]);
  expect(seen.figures).toEqual([1, 2]);
  expect(seen.states).toEqual(["live", "live", "waiting"]);
});

test("a lost connection is retried at longer intervals, and soon again after a good one", async () => {
  const lost = () => new Error("lost");
  const seen = await follow([...Array.from({ length: 7 }, lost), stream(message(3)), lost(), lost()]);
  expect(seen.pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000, 2000]);
  expect(seen.figures).toEqual([3]);
});

test("a good connection that breaks in the middle is retried soon", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(message(4))),
    pull: (controller) => controller.error(new Error("broken")),
  });
  const lost = () => new Error("lost");
  const seen = await follow([lost(), lost(), new Response(broken), lost(), lost()]);
  expect(seen.pauses).toEqual([1000, 2000, 1000, 2000]);
});

test("the figures are requested again from a busy server, but not after a refusal", async () => {
  const busy = await follow([new Response("", { status: 503 }), stream(message(1)), new Error("over")]);
  expect(busy.figures).toEqual([1]);
  const refused = await follow([new Response("", { status: 404 }), stream(message(1)), new Error("over")]);
  expect(refused).toMatchObject({ figures: [], states: ["off"], expired: 0 });
});

test("an ended session is reported", async () => {
  const seen = await follow([new Response("", { status: 440 }), new Error("over")]);
  expect(seen).toMatchObject({ states: ["off"], expired: 1 });
});
