import { beforeEach, describe, expect, test } from "vitest";
import { openPageCache, type PageCache } from "./pagesCache.ts";
import type { Rendered } from "./pagesRenderer.ts";

let nowMs = 0;
let renders = 0;
let cache: PageCache;

beforeEach(() => {
  nowMs = 10_000;
  renders = 0;
  cache = openPageCache(() => nowMs);
});

const page = (html: string, status = 200): Rendered => ({ status, headers: {}, html });
/** Renders at once; each render says how many there were. */
const fresh = async () => page(`render ${++renders}`);
const shown = async (render = fresh) => (await cache.get("key", render)).body.in("plain");

/** A render that is answered by hand. */
function slow() {
  const { promise, resolve } = Promise.withResolvers<Rendered>();
  return { render: () => promise, answer: resolve };
}

describe("a page that was rendered", () => {
  test("is given to everybody for half a second", async () => {
    expect(await shown()).toBe("render 1");
    nowMs += 499;
    expect(await shown()).toBe("render 1");
    expect(renders).toBe(1);
  });

  test("is rendered again behind the visitor's back after that", async () => {
    await shown();
    nowMs += 500;
    expect(await shown()).toBe("render 1");
    await Promise.resolve();
    expect(await shown()).toBe("render 2");
  });

  test("is never given out a second after its rendering began", async () => {
    const first = slow();
    const asked = shown(first.render);
    nowMs += 900;
    first.answer(page("took long"));
    expect(await asked).toBe("took long");
    nowMs += 100;
    expect(await shown()).toBe("render 1");
  });

  test("is rendered once, however many ask at once", async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => shown()));
    expect(new Set(all)).toEqual(new Set(["render 1"]));
    expect(renders).toBe(1);
  });

  test("is kept under its own key", async () => {
    await shown();
    const other = await cache.get("another", async () => page("another"));
    expect(other.body.in("plain")).toBe("another");
    expect(await shown()).toBe("render 1");
  });

  test("is the same as before when nothing has changed, with what was compressed already", async () => {
    const same = async () => page("always the same");
    const before = await cache.get("key", same);
    nowMs += 2000;
    expect(await cache.get("key", same)).toBe(before);
  });
});

describe("after an event has changed", () => {
  test("nothing older is given out", async () => {
    await shown();
    cache.clear();
    expect(await shown()).toBe("render 2");
  });

  test("what was being rendered at that moment is not kept", async () => {
    const before = slow();
    const asked = shown(before.render);
    cache.clear();
    expect(await shown()).toBe("render 1");
    before.answer(page("from before"));
    expect(await asked).toBe("from before");
    expect(await shown()).toBe("render 1");
  });
});

describe("a page that fails", () => {
  test("is not kept", async () => {
    expect(await shown(async () => page("busy", 503))).toBe("busy");
    expect(await shown()).toBe("render 1");
    await expect(cache.get("other", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect((await cache.get("other", fresh)).body.in("plain")).toBe("render 2");
  });

  test("behind the visitor's back leaves the old one, until that is too old", async () => {
    await shown();
    nowMs += 600;
    const broken = () => Promise.reject(new Error("broken"));
    expect(await shown(broken)).toBe("render 1");
    nowMs += 400;
    await expect(shown(broken)).rejects.toThrow("broken");
  });
});
