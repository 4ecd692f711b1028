/** Visitors share stored copies of pages. A copy may depend only on its key, not on what else a visitor sends. */
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { registerPages } from "../server/http/pages/pages.ts";
import type { PageRenderer } from "../server/http/pages/pagesRenderer.ts";
import { type TestApp, testApp } from "../server/testing/app.ts";
import { buildEvent, buildTicket } from "../server/testing/builders.ts";
import { historyCount } from "../server/testing/histories.ts";
import { buildWorld } from "../server/testing/world.ts";
import { type PageName, pages } from "../web/paths.ts";
import { createRenderer } from "../web/server.tsx";

const origin = "http://foyer.test";

let app: TestApp;
let renderer: PageRenderer;
let addresses: string[];
/** The pages' clock in ms. After ten seconds a page is rendered again. */
let tick = 0;
/** The control's fault: copies are keyed by path only, but made from the visitor's whole address. */
let isFaulty = false;
let lastUrl: URL;
/** The other control's fault: all visitors share one variable with the page to render. */
let isShared = false;
let lastPage: Request;
let underWay = 0;
let maxUnderWay = 0;
/** Personal pages, of which no copy is stored. */
let ownPages: string[];

beforeAll(async () => {
  app = await testApp();
  renderer = createRenderer({
    manifest: () => ({ styles: [], fonts: [], starter: "/start.js", modules: [] }),
    site: { origin, supportPhone: "49401234567", hasApiDocs: true },
    redirectOrigins: ["https://pay.example"],
    // The cast is safe, because loaders send only texts, as PageRenderer expects.
  }) as unknown as PageRenderer;
  await registerPages(app.http, app.services, {
    renderer: {
      ...renderer,
      read: (url) => {
        lastUrl = url;
        return isFaulty ? { ...renderer.read(url), address: url.pathname } : renderer.read(url);
      },
      render: async (request, ...others) => {
        underWay += 1;
        maxUnderWay = Math.max(maxUnderWay, underWay);
        lastPage = isFaulty ? new Request(lastUrl) : request;
        const page = lastPage;
        try {
          if (isShared) await nextTurn();
          return await renderer.render(isShared ? lastPage : page, ...others);
        } finally {
          underWay -= 1;
        }
      },
    },
    files: async () => {},
    isBuilt: true,
    nowMs: () => tick,
  });
  const { event, clubId, soldOutTicketId, active, pending, donation } = await buildWorld(app);
  ownPages = [active, pending].map(
    ({ registrationId, accessKey }) =>
      `/${event.slug}/tickets?registrationId=${registrationId}&accessKey=${accessKey}`,
  );
  ownPages.push(
    `/Pricing?event=${event.slug}&sponsorshipId=${donation.sponsorshipId}&accessKey=${donation.accessKey}`,
  );
  const short = await buildEvent(app.database.db, { clubId, slug: "short-form" });
  await buildTicket(app.database.db, short.id, { price: 0 });
  const moved = await buildEvent(app.database.db, { clubId, slug: "new-slug" });
  await sql`insert into event_slugs (slug, event_id) values ('old-slug', ${moved.id}), ('peer/move', ${moved.id})`.execute(
    app.database.db,
  );
  addresses = [
    ...pathsOf(event.slug),
    `/${event.slug}/waiting-list?ticket=${soldOutTicketId}`,
    `/?search=gala&clubId=${clubId}&when=30days&page=1`,
    `/ExtrasPurchase?event=${event.slug}`,
    `/Pricing?event=${event.slug}`,
    "/short-form",
    "/old-slug",
    "/old-slug/tickets",
    "/peer/move",
    "/no-such-event",
    "/no/such/page",
  ];
  // Pages contain the time of their data.
  vi.useFakeTimers({ toFake: ["Date"], now: app.time.now });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

function pathsOf(slug: string): string[] {
  return (Object.keys(pages) as PageName[]).map((name) =>
    pages[name].path
      .replace(":slug", slug)
      .replace(/:qrUuid|:secret/, "abc")
      .replace(/:\w+\??/g, "1"),
  );
}

const text = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme-ascii" });
/** Data that no page reads on the server, and that requests no personal page. */
const junk = fc.record({
  query: fc.array(
    fc.tuple(
      fc.constantFrom("utm_source", "code", "apiQueryMsg", "_routes", "index", "__proto__", "x"),
      text,
    ),
    { maxLength: 4 },
  ),
  headers: fc.record(
    {
      host: fc.constantFrom("evil.example", "foyer.test:81"),
      "x-forwarded-host": fc.constantFrom("evil.example"),
      "x-forwarded-proto": fc.constantFrom("https"),
      "x-forwarded-for": fc.ipV4(),
      referer: fc.webUrl(),
      "user-agent": text.map((value) => value.replace(/[^\w]/g, "x")),
      "accept-language": fc.constantFrom("de", "th"),
      authorization: fc.constantFrom("Bearer abc"),
      cookie: fc.constantFrom("a=b", "session=abc; x=y"),
      "x-original-url": fc.constantFrom("/evil"),
    },
    { requiredKeys: [] },
  ),
});
interface Junk {
  query: [name: string, value: string][];
  headers: Record<string, string>;
}

function withJunk(address: string, { query }: Junk): string {
  if (query.length === 0) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
}

async function fetchPage(address: string, extra: Junk) {
  const reply = await app.http.inject({
    method: "GET",
    url: withJunk(address, extra),
    headers: extra.headers,
  });
  const { date: _, location = null, ...headers } = reply.headers;
  return {
    status: reply.statusCode,
    headers,
    location: location?.toString().split("?")[0],
    bytes: reply.body,
  };
}

const noJunk: Junk = { query: [], headers: {} };

async function expectSamePage(address: string, one: Junk, other: Junk): Promise<void> {
  tick += 10_000;
  const plain = await fetchPage(address, noJunk);
  tick += 10_000;
  const rendered = await fetchPage(address, one);
  const form = {
    method: "POST",
    url: withJunk(address, one),
    headers: { "content-type": formType },
  } as const;
  await app.http.inject({ ...form, payload: String(new URLSearchParams(one.query)) });
  const stored = await fetchPage(address, other);
  expect(rendered).toEqual(plain);
  expect(stored).toEqual(plain);
}
const formType = "application/x-www-form-urlencoded";

test("two requests for the same stored copy get the same bytes, whatever else is in their query, headers and form", async () => {
  for (const address of addresses) expect(renderer.read(new URL(address, origin)).isPersonal).toBe(false);
  const marked: Junk = {
    query: [
      ["apiQueryMsg", "MARKED"],
      ["code", "MARKED"],
    ],
    headers: { host: "evil.example" },
  };
  for (const address of addresses) {
    await expectSamePage(address, marked, noJunk);
    expect((await fetchPage(address, noJunk)).bytes).not.toContain("MARKED");
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(), junk, junk, (at, one, other) =>
      expectSamePage(addresses[at % addresses.length]!, one, other),
    ),
    { numRuns: historyCount({ all: 60 }) },
  );
});

test("control: a copy found by its path, but made from the whole address, is noticed", async () => {
  isFaulty = true;
  try {
    await expect(expectSamePage("/", { query: [["search", "MARKED"]], headers: {} }, noJunk)).rejects.toThrow(
      "to deeply equal",
    );
  } finally {
    isFaulty = false;
  }
});

const groupSize = 16;

/** Requests all pages one by one and then together. Returns the replies, and fails unless they are equal. */
async function fetchAllTogether(): Promise<unknown[]> {
  tick += 10_000;
  const inTurn = [];
  for (const [address, extra] of everyRequest()) inTurn.push(await fetchPage(address, extra));
  tick += 10_000;
  maxUnderWay = 0;
  const together = [];
  // With more requests at the same time, a slow machine would refuse some as busy.
  for (const group of groupsOf(everyRequest(), groupSize))
    together.push(...(await Promise.all(group.map(([address, extra]) => fetchPage(address, extra)))));
  expect(together).toEqual(inTurn);
  return together;
}
function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, place) =>
    all.slice(place * size, (place + 1) * size),
  );
}
const everyRequest = () =>
  [...addresses, ...ownPages].flatMap((address): [string, Junk][] => [
    [address, noJunk],
    [address, { query: [], headers: { cookie: "theme=light" } }],
  ]);

test("pages rendered at the same time equal pages rendered one after another, even personal ones", async () => {
  const pagesSent = await fetchAllTogether();
  expect(maxUnderWay).toBeGreaterThan(ownPages.length);
  const personalPages = pagesSent.slice(-2 * ownPages.length);
  const texts = personalPages.map((page) => (page as { bytes: string }).bytes);
  expect(new Set(texts).size).toBe(2 * ownPages.length);
});

test("control: if all visitors share one variable, pages rendered at the same time differ", async () => {
  isShared = true;
  try {
    await expect(fetchAllTogether()).rejects.toThrow("to deeply equal");
  } finally {
    isShared = false;
  }
});
