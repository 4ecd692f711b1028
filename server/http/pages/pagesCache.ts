/**
 * Invariants: a stored page is served at most until `staleMs` after its rendering began, and not after clear(); a
 * copy may be older. Between two calls of clear(), a page has one rendering at a time. A 429 concerns one client, so
 * those who waited get another rendering.
 */
import { LRUCache } from "lru-cache";
import type { RenderedPage } from "../../../contract/pageRenderer.ts";
import { weakEtag } from "../etag.ts";
import { type EncodedBody, type Encoding, encodedBody } from "./pagesEncoding.ts";

/** `headers` lacks content-encoding and content-length. */
export interface ReadyPage {
  status: number;
  headers: Record<string, string>;
  /** All headers, by encoding; made when first needed. */
  heads: Partial<Record<Encoding, string[]>>;
  etag: string;
  body: EncodedBody;
}

export interface PageMaker {
  render(): Promise<RenderedPage>;
  /** Makes the page from the replies of its last rendering, `ageMs` old. Absent unless the page `isForReading`. */
  copy?: ((ageMs: number) => Promise<RenderedPage>) | undefined;
}

export interface PageCache {
  /** The page of a key, made if none is new enough. Rejects if that fails. */
  get(key: string, make: () => PageMaker): ReadyPage | Promise<ReadyPage>;
  /** From now on, `get` returns no earlier page, except as a copy. */
  clear(): void;
}

interface Entry {
  page: ReadyPage;
  /** When rendering began. */
  renderedAtMs: number;
  /** The `renderings` map at that time; clear() replaces it. */
  generation: object;
  /** Makes copies while renderings answer 503; set only by a rendering with status 200 and a `copy`. */
  good: { copy: (ageMs: number) => Promise<RenderedPage>; renderedAtMs: number } | undefined;
}

/** Half of `staleMs`: the second half is for rendering in the background. */
const freshMs = 500;
const staleMs = 1000;
const oldestCopyMs = 3_600_000;
const maxBytes = 64 * 1024 * 1024;

/** Creates the cache of rendered pages. */
export function openPageCache(nowMs: () => number = () => performance.now()): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // An estimate with the compressed forms and the replies for a copy.
    sizeCalculation: ({ page }) => Math.ceil(page.body.length * 4) + 512,
  });
  let renderings = new Map<string, Promise<ReadyPage>>();

  return {
    get(key, make) {
      const cached = entries.get(key);
      const entry = cached?.generation === renderings ? cached : undefined;
      const ageMs = entry === undefined ? Number.POSITIVE_INFINITY : nowMs() - entry.renderedAtMs;
      if (entry !== undefined && ageMs < freshMs) return entry.page;
      const next = refresh(key, make);
      if (entry === undefined || ageMs >= staleMs) return next;
      // A failure is shown only once the page is too old.
      next.catch(() => {});
      return entry.page;
    },
    clear() {
      renderings = new Map();
    },
  };

  function refresh(key: string, make: () => PageMaker): Promise<ReadyPage> {
    const running = renderings.get(key);
    if (running !== undefined)
      return running.then((page) => (page.status === 429 ? refresh(key, make) : page));
    const generation = renderings;
    const renderedAtMs = nowMs();
    const rendering = makePage(key, make(), renderedAtMs)
      .then(({ rendered, good }) => {
        const page = readyPage(rendered, entries.peek(key)?.page);
        if (generation === renderings && page.status < 500 && page.status !== 429)
          entries.set(key, { page, renderedAtMs, generation, good });
        return page;
      })
      .finally(() => generation.delete(key));
    generation.set(key, rendering);
    return rendering;
  }

  async function makePage(
    key: string,
    maker: PageMaker,
    renderedAtMs: number,
  ): Promise<{ rendered: RenderedPage; good: Entry["good"] }> {
    const rendered = await maker.render();
    if (rendered.status !== 503) {
      const isGood = rendered.status === 200 && maker.copy !== undefined;
      return { rendered, good: isGood ? { copy: maker.copy!, renderedAtMs } : undefined };
    }
    const good = entries.peek(key)?.good;
    const ageMs = good === undefined ? Number.POSITIVE_INFINITY : nowMs() - good.renderedAtMs;
    if (good === undefined || ageMs > oldestCopyMs) return { rendered, good: undefined };
    return { rendered: await good.copy(ageMs), good };
  }
}

/**
 * Makes a page to send. With the text, status and target of `previous`, it is `previous`, which is not compressed again.
 */
export function readyPage({ status, headers, html }: RenderedPage, previous?: ReadyPage): ReadyPage {
  const content = html ?? "";
  const etag = weakEtag(content);
  const hasSameTarget = previous?.headers.location === headers.location;
  if (previous?.etag === etag && previous.status === status && hasSameTarget) return previous;
  const freshness: Record<string, string> =
    status >= 500 ? { "cache-control": "no-store" } : { "cache-control": "no-cache", etag };
  if (status === 503) freshness["retry-after"] = "5";
  return { status, headers: { ...headers, ...freshness }, heads: {}, etag, body: encodedBody(content) };
}
