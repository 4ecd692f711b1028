import { expect, test } from "vitest";
import { createBatcher, createTurns, type RunBatch } from "../batcher.ts";
import { DomainError } from "../domainError.ts";

/** Replies to each request with itself, and records the batches. A test can delay a batch or make it fail. */
function recorded(spoil: (requests: readonly number[]) => Promise<void> | void = () => {}) {
  const batches: number[][] = [];
  const run: RunBatch<number, number> = async (requests) => {
    batches.push([...requests]);
    await spoil(requests);
    return requests.map((request) => ({ reply: request }));
  };
  return { run, batches };
}

const outcomes = async (replies: Promise<number>[]) =>
  (await Promise.allSettled(replies)).map((reply) =>
    reply.status === "fulfilled" ? reply.value : (reply.reason as Error).message,
  );

test("what arrives together is decided together, in order of arrival, and each gets its own reply", async () => {
  const { run, batches } = recorded();
  const ask = createBatcher(run);
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([1, 2, 3]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("while one batch is under way the next one gathers, up to its size", async () => {
  const firstIsIn = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  const { run, batches } = recorded(() => {
    firstIsIn.resolve();
    return mayGo.promise;
  });
  const ask = createBatcher(run, { maxSize: 3 });
  const first = ask(1);
  await firstIsIn.promise;
  const others = [2, 3, 4, 5].map(ask);
  mayGo.resolve();
  await Promise.all([first, ...others]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("batchers that take turns run one batch at a time between them, and what waits for its turn gathers", async () => {
  const firstIsIn = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  const { run, batches } = recorded(() => {
    firstIsIn.resolve();
    return mayGo.promise;
  });
  const inTurn = createTurns();
  const buy = createBatcher(run, { inTurn });
  const settle = createBatcher(run, { inTurn });
  const bought = buy(1);
  await firstIsIn.promise;
  const settled = settle(10);
  // Without the turn its batch would have started by now.
  await new Promise((resolve) => setImmediate(resolve));
  const late = [settle(20), buy(2)];
  mayGo.resolve();
  await Promise.all([bought, settled, ...late]);
  expect(batches).toEqual([[1], [10, 20], [2]]);
});

test("a bad request sinks none of its neighbours", async () => {
  const { run, batches } = recorded((requests) => {
    if (requests.includes(2)) throw new Error("bad");
  });
  const ask = createBatcher(run);
  expect(await outcomes([1, 2, 3].map(ask))).toEqual([1, "bad", 3]);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test("a failure that is everybody's is told to all at once, and nothing is done a second time", async () => {
  const { run, batches } = recorded(() => {
    throw new Error("gone");
  });
  const ask = createBatcher(run, { isEverybodys: () => true });
  expect(await outcomes([1, 2, 3].map(ask))).toEqual(["gone", "gone", "gone"]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("after a failure the next request is decided as if nothing had been", async () => {
  let isBroken = true;
  const { run } = recorded(() => {
    if (isBroken) throw new Error("gone");
  });
  const ask = createBatcher(run);
  expect(await outcomes([ask(1)])).toEqual(["gone"]);
  isBroken = false;
  expect(await ask(2)).toBe(2);
});

test("a refusal is told to the one it concerns", async () => {
  const ask = createBatcher<number, number>(async (requests) =>
    requests.map((request) =>
      request === 2 ? { refused: new DomainError("soldOut", "Sold out.") } : { reply: request },
    ),
  );
  expect(await outcomes([1, 2, 3].map(ask))).toEqual([1, "Sold out.", 3]);
});

test("when too many wait already, one more is told so at once", async () => {
  const mayGo = Promise.withResolvers<void>();
  const { run } = recorded(() => mayGo.promise);
  const ask = createBatcher(run, { maxWaiting: 2 });
  const waiting = [ask(1), ask(2)];
  await expect(ask(3)).rejects.toMatchObject({ code: "busy" });
  mayGo.resolve();
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});
