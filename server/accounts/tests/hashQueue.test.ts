import { expect, test } from "vitest";
import { type HashQueueLimits, openHashQueue } from "../hashQueue.ts";

const standard = { mostWaitingStrangers: 5, mostWaitingKnown: 5, mostOfOneClient: 5, mostOfOneAccount: 5 };
const openWith = (limits: Partial<HashQueueLimits>) =>
  openHashQueue({ mostRunning: 1, ...standard, ...limits });
const stranger = (client: string) => ({ client, knownAccount: null });

function blockedWork() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

test("requests of strangers start in order of arrival, and none starts while the limit is reached", async () => {
  const queue = openWith({});
  const first = blockedWork();
  const started: string[] = [];
  const runs = ["a", "b", "c"].map((name, index) =>
    queue.run(stranger(name), async () => {
      started.push(name);
      if (index === 0) await first.work();
    }),
  );
  await Promise.resolve();
  expect(started).toEqual(["a"]);
  first.end();
  await Promise.all(runs);
  expect(started).toEqual(["a", "b", "c"]);
});

test("a full queue immediately refuses a request with the seconds to wait, and accepts requests again later", async () => {
  const queue = openWith({ mostWaitingStrangers: 2 });
  const one = blockedWork();
  const runs = [1, 2, 3].map(() => queue.run(stranger("a"), one.work));
  await expect(queue.run(stranger("b"), async () => {})).rejects.toMatchObject({
    code: "tooMany",
    payload: { retryAfterSeconds: expect.any(Number) },
  });
  one.end();
  await Promise.all(runs);
  expect(await queue.run(stranger("b"), async () => "in")).toBe("in");
});

test("one client cannot fill the queue for other clients", async () => {
  const queue = openWith({ mostOfOneClient: 2 });
  const one = blockedWork();
  const runs = [queue.run(stranger("flood"), one.work), queue.run(stranger("flood"), one.work)];
  await expect(queue.run(stranger("flood"), async () => {})).rejects.toMatchObject({ code: "tooMany" });
  const other = queue.run(stranger("owner"), async () => "in");
  one.end();
  await Promise.all(runs);
  expect(await other).toBe("in");
});

test("the next request starts after a request that fails", async () => {
  const queue = openWith({ mostOfOneClient: 1 });
  await expect(queue.run(stranger("a"), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run(stranger("a"), async () => "in")).toBe("in");
});

test("unknown clients who fill their queue do not fill the queue of known people; the queues take turns", async () => {
  const queue = openWith({ mostWaitingStrangers: 3 });
  const first = blockedWork();
  const started: string[] = [];
  const flood = ["s0", "s1", "s2", "s3"].map((name) =>
    queue.run(stranger(name), async () => {
      started.push(name);
      if (name === "s0") await first.work();
    }),
  );
  await expect(queue.run(stranger("s4"), async () => {})).rejects.toMatchObject({ code: "tooMany" });
  const owners = [1, 2].map((knownAccount) =>
    queue.run({ client: "home", knownAccount }, async () => {
      started.push(`owner ${knownAccount}`);
    }),
  );
  first.end();
  await Promise.all([...flood, ...owners]);
  expect(started).toEqual(["s0", "owner 1", "s1", "owner 2", "s2", "s3"]);
});

test("one account cannot fill the queue of known people from many clients", async () => {
  const queue = openWith({ mostOfOneAccount: 2 });
  const one = blockedWork();
  const runs = ["a", "b"].map((client) => queue.run({ client, knownAccount: 7 }, one.work));
  await expect(queue.run({ client: "c", knownAccount: 7 }, async () => {})).rejects.toMatchObject({
    code: "tooMany",
  });
  const other = queue.run({ client: "c", knownAccount: 8 }, async () => "in");
  one.end();
  await Promise.all(runs);
  expect(await other).toBe("in");
});
