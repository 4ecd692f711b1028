/**
 * Keeps rendered pages, so that a crowd on one page costs next to nothing.
 * Invariants: a page that is given out was rendered at most `staleMs` ago, and after the latest clear(); one page is
 * rendered once at a time, however many wait for it; a refusal of one visitor's address (429) is that visitor's alone.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Encoded, Encoding } from "./pagesEncoding.ts";
import { encoded } from "./pagesEncoding.ts";
import type { Rendered } from "./pagesRenderer.ts";

/** A page ready to be sent, with all of its headers but those of the encoding. */
export interface KeptPage {
  status: number;
  headers: Record<string, string>;
  /** All headers as they are sent, by encoding, once they were. */
  heads: Partial<Record<Encoding, string[]>>;
  etag: string;
  body: Encoded;
}

export interface PageCache {
  /** The page under a key, rendered when there is none that is new enough. A failing render throws. */
  get(key: string, render: () => Promise<Rendered>): KeptPage | Promise<KeptPage>;
  /** Forgets everything, also what is being rendered. */
  clear(): void;
}

interface Entry {
  page: KeptPage;
  /** When rendering began: what it shows may be as old as that. */
  renderedAtMs: number;
}

/** Half of what the spec of freshness gives, so that the second half is for rendering behind the visitor's back. */
const freshMs = 500;
const staleMs = 1000;
const mostBytes = 64 * 1024 * 1024;

export function openPageCache(nowMs: () => number = () => performance.now()): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    // Plain twice, and compressed twice at about a quarter each.
    sizeCalculation: ({ page }) => Math.ceil(page.body.length * 2.5) + 512,
  });
  let underWay = new Map<string, Promise<KeptPage>>();

  return {
    get(key, render) {
      const entry = entries.get(key);
      const ageMs = entry === undefined ? Number.POSITIVE_INFINITY : nowMs() - entry.renderedAtMs;
      if (entry !== undefined && ageMs < freshMs) return entry.page;
      const next = refresh(key, render);
      if (entry === undefined || ageMs >= staleMs) return next;
      // Whoever comes after it is too old will see the failure.
      next.catch(() => {});
      return entry.page;
    },
    clear() {
      entries.clear();
      underWay = new Map();
    },
  };

  function refresh(key: string, render: () => Promise<Rendered>): Promise<KeptPage> {
    const known = underWay.get(key);
    if (known !== undefined) return known.then((page) => (page.status === 429 ? refresh(key, render) : page));
    const generation = underWay;
    const renderedAtMs = nowMs();
    const made = render()
      .then((rendered) => {
        const page = keep(rendered, entries.peek(key)?.page);
        if (generation === underWay && page.status < 500 && page.status !== 429)
          entries.set(key, { page, renderedAtMs });
        return page;
      })
      .finally(() => generation.delete(key));
    generation.set(key, made);
    return made;
  }
}

/** A page ready to be sent; one that has not changed is the same as before, and needs no compressing again. */
export function keep({ status, headers, html }: Rendered, before?: KeptPage): KeptPage {
  const content = html ?? "";
  const etag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const isSame = before !== undefined && before.etag === etag && before.status === status;
  if (isSame) return before;
  const freshness: Record<string, string> =
    status >= 500 ? { "cache-control": "no-store" } : { "cache-control": "no-cache", etag };
  if (status === 503) freshness["retry-after"] = "5";
  return { status, headers: { ...headers, ...freshness }, heads: {}, etag, body: encoded(content) };
}
