import { expect, test } from "vitest";
import { sharedMessages } from "../streams.ts";

test("readers who ask while a message is being made share the next one, which is begun after it", async () => {
  const shared = sharedMessages();
  let figure = 1;
  const finishing: (() => void)[] = [];
  const make = async () => {
    const read = figure;
    await new Promise<void>((done) => finishing.push(done));
    return `${read}`;
  };
  const first = shared("event 1", make);
  figure = 2;
  const afterChange = [shared("event 1", make), shared("event 1", make)];
  expect(finishing).toHaveLength(1);
  finishing.shift()!();
  expect(await first).toBe("1");
  await expect.poll(() => finishing.length).toBe(1);
  finishing.shift()!();
  expect(await Promise.all(afterChange)).toEqual(["2", "2"]);
});

test("a message that fails is made again for those who asked after it was begun", async () => {
  const shared = sharedMessages();
  const failing = shared("event 1", async () => {
    throw new Error("the database does not answer");
  });
  const next = shared("event 1", async () => "3");
  await expect(failing).rejects.toThrow("does not answer");
  expect(await next).toBe("3");
});
