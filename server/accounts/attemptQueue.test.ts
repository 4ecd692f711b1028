import { expect, test } from "vitest";
import { openAttemptQueue } from "./attemptQueue.ts";

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

test("no more run at once than the bound, and they run in order of arrival", async () => {
  const queue = openAttemptQueue({ atOnce: 1, mostWaiting: 5, mostOfOneAddress: 5 });
  const first = held();
  const begun: string[] = [];
  const runs = ["a", "b", "c"].map((name, index) =>
    queue.run(name, async () => {
      begun.push(name);
      if (index === 0) await first.work();
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual(["a"]);
  first.end();
  await Promise.all(runs);
  expect(begun).toEqual(["a", "b", "c"]);
});

test("a full line refuses at once, with the seconds to wait, and has room again afterwards", async () => {
  const queue = openAttemptQueue({ atOnce: 1, mostWaiting: 2, mostOfOneAddress: 9 });
  const one = held();
  const runs = [1, 2, 3].map(() => queue.run("a", one.work));
  await expect(queue.run("b", async () => {})).rejects.toMatchObject({
    code: "tooMany",
    payload: { retryAfterSeconds: expect.any(Number) },
  });
  one.end();
  await Promise.all(runs);
  expect(await queue.run("b", async () => "in")).toBe("in");
});

test("one address cannot fill the line for the others", async () => {
  const queue = openAttemptQueue({ atOnce: 1, mostWaiting: 10, mostOfOneAddress: 2 });
  const one = held();
  const runs = [queue.run("flood", one.work), queue.run("flood", one.work)];
  await expect(queue.run("flood", async () => {})).rejects.toMatchObject({ code: "tooMany" });
  const other = queue.run("owner", async () => "in");
  one.end();
  await Promise.all(runs);
  expect(await other).toBe("in");
});

test("work that fails gives its place on", async () => {
  const queue = openAttemptQueue({ atOnce: 1, mostWaiting: 1, mostOfOneAddress: 1 });
  await expect(queue.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run("a", async () => "in")).toBe("in");
});
