import { expect, test, vi } from "vitest";
import { noAnswerError } from "../../../api/apiError.ts";
import { noProgress, saveCodes } from "./saveCodes.ts";

/** A form whose server fails at the given requests (1 is the first). */
function formOf(...failing: number[]) {
  const progress = noProgress();
  const createdCodes: string[] = [];
  const keys: string[] = [];
  return {
    createdCodes,
    keys,
    save: (key: string, count: number) =>
      saveCodes(
        {
          prefix: "A-",
          count,
          key,
          saveOne: async (code, idempotencyKey) => {
            keys.push(idempotencyKey);
            if (failing.includes(keys.length)) throw noAnswerError();
            createdCodes.push(code);
            return {};
          },
        },
        progress,
      ),
  };
}

test("many codes are created, each with its own key", async () => {
  const { createdCodes, keys, save } = formOf();
  expect(await save("key", 3)).toMatchObject({ left: [] });
  expect(keys).toEqual(createdCodes.map((code) => `key-${code}`));
  expect(new Set(createdCodes).size).toBe(3);
});

test("an attempt after a failure creates the other codes, and repeats the failed request with its key", async () => {
  const { createdCodes, keys, save } = formOf(3);
  await expect(save("key", 5)).rejects.toThrow(/connection.* 2 of 5 codes are created\./);
  expect(await save("key", 5)).toMatchObject({ left: [] });
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(createdCodes).size).toBe(5);
});

test("a form that is changed after a failure creates only the codes that are missing", async () => {
  const { createdCodes, keys, save } = formOf(3, 5);
  await expect(save("key", 5)).rejects.toThrow("2 of 5 codes are created.");
  await expect(save("changed", 5)).rejects.toThrow("3 of 5 codes are created.");
  expect(keys[3]).toMatch(/^changed-A-/);
  expect(await save("again", 4)).toMatchObject({ left: [] });
  expect(createdCodes).toHaveLength(4);
  expect(await save("fewer", 2)).toMatchObject({ left: [] });
  expect(createdCodes).toHaveLength(4);
});

test("a failure at the first code says nothing about created codes, and an ended session creates no more", async () => {
  await expect(formOf(1).save("key", 2)).rejects.toThrow(noAnswerError().msg);
  await expect(formOf(1).save("key", 2)).rejects.not.toThrow("are created");
  const ended = vi.fn(async () => undefined);
  const request = { prefix: "", count: 2, key: "key", saveOne: ended };
  expect(await saveCodes(request, noProgress())).toBeUndefined();
  expect(ended).toHaveBeenCalledOnce();
});
