import { expect, test } from "vitest";
import { createBatcher, createTurns, type RunBatch } from "../batcher.ts";
import { DomainError } from "../domainError.ts";

function recordBatches(disturb: (requests: readonly number[]) => Promise<void> | void = () => {}) {
  const batches: number[][] = [];
  const run: RunBatch<number, number> = async (requests) => {
    batches.push([...requests]);
    await disturb(requests);
    return requests.map((request) => ({ reply: request }));
  };
  return { run, batches };
}

const outcomes = async (replies: Promise<number>[]) =>
  (await Promise.allSettled(replies)).map((reply) =>
    reply.status === "fulfilled" ? reply.value : (reply.reason as Error).message,
  );

test("requests that arrive together are one batch in order of arrival, and each gets its own reply", async () => {
  const { run, batches } = recordBatches();
  const ask = createBatcher(run);
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([1, 2, 3]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("while one batch runs, requests are collected for the next one, up to the maximum size", async () => {
  const firstStarted = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { run, batches } = recordBatches(() => {
    firstStarted.resolve();
    return release.promise;
  });
  const ask = createBatcher(run, { maxSize: 3 });
  const first = ask(1);
  await firstStarted.promise;
  const others = [2, 3, 4, 5].map(ask);
  release.resolve();
  await Promise.all([first, ...others]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("batchers that take turns run one batch at a time, and collect requests while they wait", async () => {
  const firstStarted = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { run, batches } = recordBatches(() => {
    firstStarted.resolve();
    return release.promise;
  });
  const inTurn = createTurns();
  const buy = createBatcher(run, { inTurn });
  const settle = createBatcher(run, { inTurn });
  const purchase = buy(1);
  await firstStarted.promise;
  const settlement = settle(10);
  // Without turns, the batch of the settlement would have started by now.
  await new Promise((resolve) => setImmediate(resolve));
  const late = [settle(20), buy(2)];
  release.resolve();
  await Promise.all([purchase, settlement, ...late]);
  expect(batches).toEqual([[1], [10, 20], [2]]);
});

test("a bad request does not make the other requests of its batch fail", async () => {
  const { run, batches } = recordBatches((requests) => {
    if (requests.includes(2)) throw new Error("bad");
  });
  const ask = createBatcher(run);
  expect(await outcomes([1, 2, 3].map(ask))).toEqual([1, "bad", 3]);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test("a failure that concerns all requests of a batch fails all of them without a second try", async () => {
  const { run, batches } = recordBatches(() => {
    throw new Error("gone");
  });
  const ask = createBatcher(run, { concernsAll: () => true });
  expect(await outcomes([1, 2, 3].map(ask))).toEqual(["gone", "gone", "gone"]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("after a failure, the next request is processed normally", async () => {
  let isBroken = true;
  const { run } = recordBatches(() => {
    if (isBroken) throw new Error("gone");
  });
  const ask = createBatcher(run);
  expect(await outcomes([ask(1)])).toEqual(["gone"]);
  isBroken = false;
  expect(await ask(2)).toBe(2);
});

test("a refusal is returned only to the request that it concerns", async () => {
  const ask = createBatcher<number, number>(async (requests) =>
    requests.map((request) =>
      request === 2 ? { refused: new DomainError("soldOut", "Sold out.") } : { reply: request },
    ),
  );
  expect(await outcomes([1, 2, 3].map(ask))).toEqual([1, "Sold out.", 3]);
});

test("a request is refused immediately if the maximum number of requests is waiting", async () => {
  const release = Promise.withResolvers<void>();
  const { run } = recordBatches(() => release.promise);
  const ask = createBatcher(run, { maxWaiting: 2 });
  const waiting = [ask(1), ask(2)];
  await expect(ask(3)).rejects.toMatchObject({ code: "busy" });
  release.resolve();
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});
