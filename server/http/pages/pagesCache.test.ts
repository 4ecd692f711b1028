import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RenderedPage } from "../../../contract/pageRenderer.ts";
import { openPageCache, type PageCache } from "./pagesCache.ts";

let nowMs = 0;
let renders = 0;
let cache: PageCache;

beforeEach(() => {
  nowMs = 10_000;
  renders = 0;
  cache = openPageCache(() => nowMs);
});

const page = (html: string, status = 200): RenderedPage => ({ status, headers: {}, html });
/** Renders at once; each page has the number of its render. */
const fresh = async () => page(`render ${++renders}`);
const got = (key: string, render: () => Promise<RenderedPage>) => cache.get(key, () => ({ render }));
const shown = async (render = fresh) => (await got("key", render)).body.in("plain");

/** A render that is resolved by hand. */
function slow() {
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
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
    const request = shown(first.render);
    nowMs += 900;
    first.answer(page("took long"));
    expect(await request).toBe("took long");
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
    const other = await got("another", async () => page("another"));
    expect(other.body.in("plain")).toBe("another");
    expect(await shown()).toBe("render 1");
  });

  test("is the same as before when nothing has changed, with what was compressed already", async () => {
    const same = async () => page("always the same");
    const before = await got("key", same);
    nowMs += 2000;
    expect(await got("key", same)).toBe(before);
  });
});

test("a redirect that leads elsewhere now is not taken for the one from before", async () => {
  const leading = (location: string) => async () => ({ status: 302, headers: { location }, html: null });
  const target = async (location: string) => (await got("/old-gala", leading(location))).headers.location;
  expect(await target("/gala")).toBe("/gala");
  nowMs += 2000;
  expect(await target("/winter-gala")).toBe("/winter-gala");
});

describe("after an event has changed", () => {
  test("nothing older is given out", async () => {
    await shown();
    cache.clear();
    expect(await shown()).toBe("render 2");
  });

  test("what was being rendered at that moment is not kept", async () => {
    const before = slow();
    const request = shown(before.render);
    cache.clear();
    expect(await shown()).toBe("render 1");
    before.answer(page("from before"));
    expect(await request).toBe("from before");
    expect(await shown()).toBe("render 1");
  });
});

describe("while the database is away", () => {
  const away = async () => page("busy", 503);
  /** A page that sells nothing; its copy says how old it is. */
  const telling = (render: () => Promise<RenderedPage>) => ({
    render,
    copy: async (ageMs: number) => page(`copy of ${ageMs} ms ago`),
  });
  const told = async (render: () => Promise<RenderedPage>) =>
    (await cache.get("key", () => telling(render))).body.in("plain");

  test("a page that tells is shown as it was, with its age, and soon as it is", async () => {
    await told(fresh);
    nowMs += 60_000;
    expect(await told(away)).toBe("copy of 60000 ms ago");
    nowMs += 60_000;
    expect(await told(away)).toBe("copy of 120000 ms ago");
    nowMs += 1000;
    expect(await told(fresh)).toBe("render 2");
  });

  test("what has changed meanwhile is shown as it was too: nothing newer is known", async () => {
    await told(fresh);
    nowMs += 2000;
    cache.clear();
    expect(await told(away)).toBe("copy of 2000 ms ago");
  });

  test("no copy is older than an hour", async () => {
    await told(fresh);
    nowMs += 3_600_001;
    expect(await told(away)).toBe("busy");
  });

  test("a page that sells, or was never rendered well, has no copy", async () => {
    await shown();
    nowMs += 2000;
    expect(await shown(away)).toBe("busy");
    nowMs += 2000;
    const gone = async () => page("gone", 404);
    expect(await told(gone)).toBe("gone");
    nowMs += 2000;
    expect(await told(away)).toBe("busy");
  });

  test("a page that fails by itself shows no copy", async () => {
    await told(fresh);
    nowMs += 2000;
    expect(await told(async () => page("broken", 500))).toBe("broken");
  });
});

describe("a page that fails", () => {
  test("is not kept", async () => {
    for (const status of [500, 503]) expect(await shown(async () => page("failed", status))).toBe("failed");
    expect(await shown()).toBe("render 1");
    await expect(got("other", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect((await got("other", fresh)).body.in("plain")).toBe("render 2");
  });

  test.each([
    [404, "no-cache", undefined],
    [500, "no-store", undefined],
    [503, "no-store", "5"],
  ])(
    "with %i is kept by nobody on the way, and says when to come again if it is busy",
    async (status, stored, after) => {
      const { headers } = await got("key", async () => page("failed", status));
      expect([headers["cache-control"], headers["retry-after"]]).toEqual([stored, after]);
      expect(headers.etag === undefined).toBe(stored === "no-store");
    },
  );

  test("behind the visitor's back with nobody to hear of it does no harm to the process", async () => {
    const unheard = vi.fn();
    process.on("unhandledRejection", unheard);
    try {
      await shown();
      nowMs += 600;
      expect(await shown(() => Promise.reject(new Error("broken")))).toBe("render 1");
      await setImmediate();
      expect(unheard).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unheard);
    }
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
