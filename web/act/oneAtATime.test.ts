import { expect, test } from "vitest";
import { oneAtATime } from "./oneAtATime.ts";

test("what is started again while it is under way is done once, and afterwards anew", async () => {
  const acts = oneAtATime<string>();
  let finish = (_told: string) => {};
  const first = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const started: string[] = [];
  const run = (name: string, until: Promise<string>) =>
    acts.run(() => {
      started.push(name);
      return until;
    });
  const one = run("one", first);
  const other = run("other", Promise.resolve("other"));
  expect(acts.isUnderWay()).toBe(true);
  finish("one");
  expect([await one, await other, started]).toEqual(["one", "one", ["one"]]);
  expect(acts.isUnderWay()).toBe(false);
  expect(await run("next", Promise.resolve("next"))).toBe("next");
});

test("what failed may be started again", async () => {
  const acts = oneAtATime<string>();
  await expect(acts.run(() => Promise.reject(new Error("It failed.")))).rejects.toThrow("It failed.");
  expect(await acts.run(() => Promise.resolve("done"))).toBe("done");
});
