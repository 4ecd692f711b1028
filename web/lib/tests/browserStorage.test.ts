import { expect, test } from "vitest";
import { replaceRefusedStorage } from "../browserStorage.ts";

test.each([
  [
    "throws",
    () => {
      throw new Error("SecurityError");
    },
  ],
  ["is null", () => null],
])("if the storage of a browser %s, both storages keep nothing and do not throw", (_how, read) => {
  const page = Object.create({
    get sessionStorage() {
      return read();
    },
    get localStorage() {
      return read();
    },
  }) as Window;
  replaceRefusedStorage(page);
  for (const storage of [page.localStorage, page.sessionStorage]) {
    storage.setItem("one", "1");
    expect(storage.getItem("one")).toBeNull();
    storage.removeItem("one");
  }
});

test("a storage that works is not replaced", () => {
  const storage = { getItem: () => null } as unknown as Storage;
  const page = { sessionStorage: storage, localStorage: storage } as Window;
  replaceRefusedStorage(page);
  expect([page.sessionStorage, page.localStorage]).toEqual([storage, storage]);
  expect(page.localStorage).toBe(storage);
});
