import { afterEach, expect, test, vi } from "vitest";
import { newKey } from "../newKey.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a key is a random UUID, even if the browser has no randomUUID", () => {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const keys = Array.from({ length: 100 }, newKey);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(keys).size).toBe(100);
});
