import { expect, test } from "vitest";
import { oneAtATime } from "./oneAtATime.ts";

test("an act that is started again while it runs is done once, and can run again afterwards", async () => {
  const acts = oneAtATime<string>();
  let finish = (_result: string) => {};
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

test("an act that failed can be started again", async () => {
  const acts = oneAtATime<string>();
  await expect(acts.run(() => Promise.reject(new Error("It failed.")))).rejects.toThrow("It failed.");
  expect(await acts.run(() => Promise.resolve("done"))).toBe("done");
});
