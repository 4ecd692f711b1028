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
/** Each page has the number of its rendering. */
const renderNext = async () => page(`render ${++renders}`);
const getPage = (key: string, render: () => Promise<RenderedPage>) => cache.get(key, () => ({ render }));
const showPage = async (render = renderNext) => (await getPage("key", render)).body.in("plain");

/** A rendering that the test completes with `answer`. */
function manualRender() {
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
  return { render: () => promise, answer: resolve };
}

describe("a page that was rendered", () => {
  test("a rendered page is served to everybody for half a second", async () => {
    expect(await showPage()).toBe("render 1");
    nowMs += 499;
    expect(await showPage()).toBe("render 1");
    expect(renders).toBe(1);
  });

  test("after half a second a page is rendered again in the background", async () => {
    await showPage();
    nowMs += 500;
    expect(await showPage()).toBe("render 1");
    await Promise.resolve();
    expect(await showPage()).toBe("render 2");
  });

  test("a page is not served when a second has passed since its rendering began", async () => {
    const first = manualRender();
    const request = showPage(first.render);
    nowMs += 900;
    first.answer(page("took long"));
    expect(await request).toBe("took long");
    nowMs += 100;
    expect(await showPage()).toBe("render 1");
  });

  test("a page is rendered once for 200 simultaneous requests", async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => showPage()));
    expect(new Set(all)).toEqual(new Set(["render 1"]));
    expect(renders).toBe(1);
  });

  test("a page is stored under its own key", async () => {
    await showPage();
    const other = await getPage("another", async () => page("another"));
    expect(other.body.in("plain")).toBe("another");
    expect(await showPage()).toBe("render 1");
  });

  test("a page whose new rendering is the same keeps its stored object and its compressed bodies", async () => {
    const renderSame = async () => page("always the same");
    const before = await getPage("key", renderSame);
    nowMs += 2000;
    expect(await getPage("key", renderSame)).toBe(before);
  });
});

test("a redirect to a new target replaces the stored redirect", async () => {
  const redirectTo = (location: string) => async () => ({ status: 302, headers: { location }, html: null });
  const target = async (location: string) =>
    (await getPage("/old-gala", redirectTo(location))).headers.location;
  expect(await target("/gala")).toBe("/gala");
  nowMs += 2000;
  expect(await target("/winter-gala")).toBe("/winter-gala");
});

describe("after an event has changed", () => {
  test("after a change, a page rendered before it is not served", async () => {
    await showPage();
    cache.clear();
    expect(await showPage()).toBe("render 2");
  });

  test("a page that was being rendered during a change is not stored", async () => {
    const before = manualRender();
    const request = showPage(before.render);
    cache.clear();
    expect(await showPage()).toBe("render 1");
    before.answer(page("from before"));
    expect(await request).toBe("from before");
    expect(await showPage()).toBe("render 1");
  });
});

describe("while the database is unavailable", () => {
  const renderBusy = async () => page("busy", 503);
  /** The copy says how old it is. */
  const withCopy = (render: () => Promise<RenderedPage>) => ({
    render,
    copy: async (ageMs: number) => page(`copy of ${ageMs} ms ago`),
  });
  const showWithCopy = async (render: () => Promise<RenderedPage>) =>
    (await cache.get("key", () => withCopy(render))).body.in("plain");

  test("a page that sells nothing is shown as a copy with its age, and is rendered again when the database is back", async () => {
    await showWithCopy(renderNext);
    nowMs += 60_000;
    expect(await showWithCopy(renderBusy)).toBe("copy of 60000 ms ago");
    nowMs += 60_000;
    expect(await showWithCopy(renderBusy)).toBe("copy of 120000 ms ago");
    nowMs += 1000;
    expect(await showWithCopy(renderNext)).toBe("render 2");
  });

  test("a changed page is shown as a copy too, because the database cannot give a newer one", async () => {
    await showWithCopy(renderNext);
    nowMs += 2000;
    cache.clear();
    expect(await showWithCopy(renderBusy)).toBe("copy of 2000 ms ago");
  });

  test("no page is shown as a copy that is older than an hour", async () => {
    await showWithCopy(renderNext);
    nowMs += 3_600_001;
    expect(await showWithCopy(renderBusy)).toBe("busy");
  });

  test("a page that sells, or that was never rendered successfully, has no copy", async () => {
    await showPage();
    nowMs += 2000;
    expect(await showPage(renderBusy)).toBe("busy");
    nowMs += 2000;
    const renderGone = async () => page("gone", 404);
    expect(await showWithCopy(renderGone)).toBe("gone");
    nowMs += 2000;
    expect(await showWithCopy(renderBusy)).toBe("busy");
  });

  test("a page that fails although the database is available is not shown as a copy", async () => {
    await showWithCopy(renderNext);
    nowMs += 2000;
    expect(await showWithCopy(async () => page("broken", 500))).toBe("broken");
  });
});

describe("a page that fails", () => {
  test("a page that fails with 500, 503 or an error is not stored", async () => {
    for (const status of [500, 503])
      expect(await showPage(async () => page("failed", status))).toBe("failed");
    expect(await showPage()).toBe("render 1");
    await expect(getPage("other", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect((await getPage("other", renderNext)).body.in("plain")).toBe("render 2");
  });

  test.each([
    [404, "no-cache", undefined],
    [500, "no-store", undefined],
    [503, "no-store", "5"],
  ])(
    "a page that fails with %i has its caching headers, and Retry-After only if it is busy",
    async (status, stored, after) => {
      const { headers } = await getPage("key", async () => page("failed", status));
      expect([headers["cache-control"], headers["retry-after"]]).toEqual([stored, after]);
      expect(headers.etag === undefined).toBe(stored === "no-store");
    },
  );

  test("a failed rendering in the background causes no unhandled rejection", async () => {
    const onUnhandledRejection = vi.fn();
    process.on("unhandledRejection", onUnhandledRejection);
    try {
      await showPage();
      nowMs += 600;
      expect(await showPage(() => Promise.reject(new Error("broken")))).toBe("render 1");
      await setImmediate();
      expect(onUnhandledRejection).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", onUnhandledRejection);
    }
  });

  test("after a failed rendering in the background, the old page is served until it is too old", async () => {
    await showPage();
    nowMs += 600;
    const failToRender = () => Promise.reject(new Error("broken"));
    expect(await showPage(failToRender)).toBe("render 1");
    nowMs += 400;
    await expect(showPage(failToRender)).rejects.toThrow("broken");
  });
});
