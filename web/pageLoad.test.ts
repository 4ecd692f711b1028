import { describe, expect, test } from "vitest";
import { PageLoadFailed, pageLoaded, pageLoader } from "./pageLoad.ts";
import type { PageModule } from "./pages/page.ts";

function createBrowser() {
  const saved = new Map<string, string>();
  const storage = {
    getItem: (name: string) => saved.get(name) ?? null,
    setItem: (name: string, value: string): void => {
      saved.set(name, value);
    },
    removeItem: (name: string) => void saved.delete(name),
  };
  const network = { isOffline: false };
  const seen = { reloads: [] as string[], logs: [] as string[] };
  const load = pageLoader({
    storage,
    target: () => "/gala/tickets?a=1",
    reloadTo: (path) => seen.reloads.push(path),
    log: (message) => seen.logs.push(message),
    isOffline: () => network.isOffline,
  });
  return { storage, seen, load, network };
}

const page: PageModule = { Component: () => null };
const failLoad = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const hasSettled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    new Promise((resolve) => setTimeout(() => resolve(false), 0)),
  ]);

describe("docs/product.md §2, Page-load failure", () => {
  test("a page that loads is returned", async () => {
    const { load, seen } = createBrowser();
    expect(await load(async () => page)).toBe(page);
    expect(seen).toEqual({ reloads: [], logs: [] });
  });

  test("if a page fails to load, the app reloads once to the target page", async () => {
    const { load, seen } = createBrowser();
    expect(await hasSettled(load(failLoad))).toBe(false);
    expect(seen).toEqual({ reloads: ["/gala/tickets?a=1"], logs: [] });
  });

  test("a second failed load is logged, and does not reload again", async () => {
    const { load, seen } = createBrowser();
    await hasSettled(load(failLoad));
    await expect(load(failLoad)).rejects.toThrow(PageLoadFailed);
    await expect(load(failLoad)).rejects.toThrow(PageLoadFailed);
    expect(seen.reloads).toHaveLength(1);
    expect(seen.logs).toHaveLength(2);
  });

  test.each([
    ["keeps nothing", () => {}],
    [
      "is full",
      () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      },
    ],
  ])("if the browser's storage %s, a failed load is logged, and nothing is reloaded", async (_, setItem) => {
    const { load, seen, storage } = createBrowser();
    storage.setItem = setItem;
    await expect(load(failLoad)).rejects.toThrow(PageLoadFailed);
    expect(seen.reloads).toEqual([]);
    expect(seen.logs).toHaveLength(1);
  });

  test("without a network nothing is reloaded, and a later failure can still reload", async () => {
    const { load, seen, network } = createBrowser();
    network.isOffline = true;
    await expect(load(failLoad)).rejects.toThrow(PageLoadFailed);
    expect(seen.reloads).toEqual([]);
    network.isOffline = false;
    expect(await hasSettled(load(failLoad))).toBe(false);
    expect(seen.reloads).toHaveLength(1);
  });

  test("the reload marker is cleared after a later successful navigation", async () => {
    const { load, seen, storage } = createBrowser();
    await hasSettled(load(failLoad));
    pageLoaded(storage);
    expect(await hasSettled(load(failLoad))).toBe(false);
    expect(seen.reloads).toHaveLength(2);
  });
});
