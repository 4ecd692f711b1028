import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call, Code } from "../../contract/endpoint.ts";
import { type FileCall, type FileName, fileCalls } from "../../contract/files.ts";
import { type AppWithCheckout, buildApp } from "../../server/app.ts";
import { type Listener, openListener } from "../../server/db/listen.ts";
import { registerPages } from "../../server/http/pages/pages.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildWorld, type World } from "../../server/testing/world.ts";
import {
  allCallers,
  atDoor,
  everybody,
  row,
  signedIn,
  staff,
  tokenOf,
  type Verdict,
  type Who,
} from "./identities.ts";

const sameForAll = (verdict: Verdict) => row(...allCallers.map(() => verdict));

const fileVerdicts: Record<FileName, Record<Who, Verdict>> = {
  "club-logo/{file}": everybody,
  "event-banner/{file}": everybody,
  "event/calendar.ics": everybody,
  "event/feed.ics": everybody,
  "sponsor-logo/{file}": everybody,
  "club/archive": staff,
  "event/archive": staff,
  "event/closingPdf": staff,
  "event/closingSheet": staff,
  "door/live": atDoor,
  "event/{eventId}/live": staff,
  "order/downloadOrders": staff,
  // The samples of receipts and tickets contain the access key.
  "order/receiptPdf": everybody,
  "registration/downloadAttendees": staff,
  "registration/importTemplate": staff,
  "registration/ticketPdf": everybody,
};

const unsubscribeAddress = `/api/waitingList/unsubscribe?entryId=987654&accessKey=${"A".repeat(22)}`;

/** Routes that are not in contract/, by method and address. */
const otherRoutes: Record<string, [url: string, Record<Who, Verdict>]> = {
  // The provider's signature is the proof.
  "POST /api/stripe/webhook": ["/api/stripe/webhook", sameForAll("invalidInput")],
  // The key in the address is the proof.
  "POST /api/waitingList/unsubscribe": [unsubscribeAddress, sameForAll("notFound")],
  "GET /api/waitingList/unsubscribe": [unsubscribeAddress, sameForAll("notFound")],
  "GET /api/openapi.json": ["/api/openapi.json", everybody],
  "GET /api/docs": ["/api/docs", everybody],
  "GET /api/docs/*": ["/api/docs/", everybody],
  "GET /api/*": ["/api/nowhere", sameForAll("notFound")],
  "POST /api/*": ["/api/nowhere", sameForAll("notFound")],
  "DELETE /api/*": ["/api/nowhere", sameForAll("notFound")],
  // These routes exist only if the app has an outbox.
  "GET /dev/outbox": ["/dev/outbox", everybody],
  "GET /dev/outbox/:id": ["/dev/outbox/nothing", sameForAll("notFound")],
  "GET /dev/outbox/:id/:index": ["/dev/outbox/nothing/1", sameForAll("notFound")],
};

/** The server renders pages without a token, so they are the same for everybody. */
const pages = ["GET /*", "POST /*", "GET /robots.txt", "GET /sitemap.xml"];

let app: TestApp;
let world: World;
let listener: Listener;
let fullApp: AppWithCheckout;
let origin: string;
let routes: string[];
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  listener = await openListener(app.database.url);
  const built = await routesOf(() => buildFullApp("/nonexistent"));
  ({ app: fullApp, routes } = built);
  await fullApp.http.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(fullApp.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await fullApp.http.close();
  await listener.close();
  await app.close();
});

function buildFullApp(outboxDir: string | null): Promise<AppWithCheckout> {
  return buildApp({
    ...app.services,
    listener,
    outboxDir,
    corsOrigins: [],
    trustProxy: false,
    log: false,
    limited: false,
    pages: async (http, site) => {
      const renderer = {} as Parameters<typeof registerPages>[2]["renderer"];
      await registerPages(http, site, { renderer, files: async () => {}, isBuilt: true });
    },
  });
}

async function routesOf(
  build: () => Promise<AppWithCheckout>,
): Promise<{ app: AppWithCheckout; routes: string[] }> {
  const found = new Set<string>();
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) found.add(`${one} ${url}`);
    });
  };
  subscribe("fastify.initialization", watch);
  const built = await build().finally(() => unsubscribe("fastify.initialization", watch));
  await built.http.ready();
  return { app: built, routes: [...found] };
}

async function verdictOf(who: Who, url: string, method = "GET"): Promise<Verdict> {
  const token = await tokenOf(app, world, who);
  const closing = new AbortController();
  const reply = await fetch(`${origin}${url}`, {
    method,
    headers: token === undefined ? {} : { authorization: token },
    signal: closing.signal,
  });
  const verdict = reply.ok ? "ok" : ((await reply.json()) as { code: Code }).code;
  // A stream does not end by itself.
  closing.abort();
  return verdict;
}

function sampleOf(name: FileName): string {
  const { event, active, clubId } = world;
  const ofEvent = `eventId=${event.id}`;
  const samples: Record<FileName, string> = {
    "club-logo/{file}": "club-logo/default?w=320",
    "event-banner/{file}": "event-banner/default",
    "event/calendar.ics": `event/calendar.ics?slug=${event.slug}`,
    "event/feed.ics": `event/feed.ics?clubId=${clubId}`,
    "sponsor-logo/{file}": "sponsor-logo/default",
    "club/archive": `club/archive?clubId=${clubId}`,
    "event/archive": `event/archive?${ofEvent}&people=true`,
    "event/closingPdf": `event/closingPdf?${ofEvent}`,
    "event/closingSheet": `event/closingSheet?${ofEvent}`,
    "door/live": `door/live?${ofEvent}`,
    "event/{eventId}/live": `event/${event.id}/live?date=2026-06-01`,
    "order/downloadOrders": `order/downloadOrders?${ofEvent}&format=csv`,
    "order/receiptPdf": `order/receiptPdf?orderId=${active.order.id}&accessKey=${active.accessKey}`,
    "registration/downloadAttendees": `registration/downloadAttendees?${ofEvent}&format=csv&clubId=${clubId}`,
    "registration/importTemplate": `registration/importTemplate?${ofEvent}`,
    "registration/ticketPdf": `registration/ticketPdf?registrationId=${active.registrationId}&accessKey=${active.accessKey}`,
  };
  return `/api/${samples[name]}`;
}

describe.each(Object.keys(fileVerdicts) as FileName[])("%s", (name) => {
  test.each(allCallers)(`${name} gives the declared answer to: %s`, async (who) => {
    expect(await verdictOf(who, sampleOf(name))).toBe(fileVerdicts[name][who]);
  });

  test("the verdict for visitors agrees with the access that the file declares", () => {
    const { access }: FileCall = fileCalls[name];
    expect(fileVerdicts[name].visitor).toBe(access === "public" ? "ok" : signedIn.visitor);
  });
});

test("a HEAD request does not open a stream", async () => {
  const authorization = await tokenOf(app, world, "own admin");
  const fetchHead = (name: FileName) =>
    fetch(`${origin}${sampleOf(name)}`, { method: "HEAD", headers: { authorization: authorization! } });
  for (const stream of ["event/{eventId}/live", "door/live"] as const)
    expect((await fetchHead(stream)).status, stream).toBe(405);
  expect((await fetchHead("event/calendar.ics")).status).toBe(200);
  expect((await fetchHead("event/feed.ics")).status).toBe(200);
});

describe.each(Object.keys(otherRoutes))("%s", (route) => {
  const [url, verdicts] = otherRoutes[route]!;
  test.each(allCallers)(`${route} gives the declared answer to: %s`, async (who) => {
    expect(await verdictOf(who, url, route.split(" ")[0])).toBe(verdicts[who]);
  });
});

describe("hidden and missing files", () => {
  const nowhere = 987_654;
  const pairs = (): Record<string, [hidden: string, missing: string]> => {
    const { draft, event, active } = world;
    const wrongKey = `accessKey=${"A".repeat(22)}`;
    return {
      "a draft's calendar entry": [
        `event/calendar.ics?slug=${draft.slug}`,
        "event/calendar.ics?slug=nowhere",
      ],
      "another club's live figures": [
        `event/${event.id}/live?date=2026-06-01`,
        `event/${nowhere}/live?date=2026-06-01`,
      ],
      "another club's attendees": [
        `registration/downloadAttendees?eventId=${event.id}`,
        `registration/downloadAttendees?eventId=${nowhere}`,
      ],
      "another club's template for an import": [
        `registration/importTemplate?eventId=${event.id}`,
        `registration/importTemplate?eventId=${nowhere}`,
      ],
      "another club's orders": [
        `order/downloadOrders?eventId=${event.id}`,
        `order/downloadOrders?eventId=${nowhere}`,
      ],
      "another club's archive": [
        `event/archive?eventId=${event.id}&people=true`,
        `event/archive?eventId=${nowhere}&people=true`,
      ],
      "another club's whole archive": [
        `club/archive?clubId=${world.clubId}`,
        `club/archive?clubId=${nowhere}`,
      ],
      "another club's closing": [
        `event/closingPdf?eventId=${event.id}`,
        `event/closingPdf?eventId=${nowhere}`,
      ],
      "another club's closing as a table": [
        `event/closingSheet?eventId=${event.id}`,
        `event/closingSheet?eventId=${nowhere}`,
      ],
      "somebody's receipt": [
        `order/receiptPdf?orderId=${active.order.id}&${wrongKey}`,
        `order/receiptPdf?orderId=${nowhere}&${wrongKey}`,
      ],
      "somebody's receipt, without a proof": [
        `order/receiptPdf?orderId=${active.order.id}`,
        `order/receiptPdf?orderId=${nowhere}`,
      ],
      "somebody's tickets": [
        `registration/ticketPdf?registrationId=${active.registrationId}&${wrongKey}`,
        `registration/ticketPdf?registrationId=${nowhere}&${wrongKey}`,
      ],
      "somebody's tickets, without a proof": [
        `registration/ticketPdf?registrationId=${active.registrationId}`,
        `registration/ticketPdf?registrationId=${nowhere}`,
      ],
    };
  };

  test("a hidden file and a missing file get the same answer", async () => {
    for (const [what, urls] of Object.entries(pairs())) {
      const authorization = await tokenOf(app, world, "other club's admin");
      const [one, other] = await Promise.all(
        urls.map(async (url) => {
          const reply = await fetch(`${origin}/api/${url}`, { headers: { authorization: authorization! } });
          return [reply.status, await reply.json()];
        }),
      );
      expect(one, what).toEqual(other);
      expect(one, what).toMatchObject([404, { code: "notFound" }]);
    }
  });

  test("a missing picture is answered with the default picture, which reveals nothing", async () => {
    const [missing, standard] = await Promise.all(
      [`${"A".repeat(22)}.jpg`, "default"].map((name) => fetch(`${origin}/api/event-banner/${name}`)),
    );
    expect(await missing!.bytes()).toEqual(await standard!.bytes());
  });
});

describe("the list of addresses", () => {
  const declared = () => [
    ...(Object.keys(calls) as CallName[]).flatMap((name) => {
      const { method, alsoBy }: Call = calls[name];
      return [method, alsoBy].flatMap((one) => (one === undefined ? [] : [`${one} /api/${name}`]));
    }),
    ...Object.keys(fileCalls).map((name) => `GET /api/${name.replace(/\{(\w+)\}/g, ":$1")}`),
  ];
  // The catch-all and the API page have a route for every method, to refuse wrong ones: only these five are compared.
  const withCheckedMethod = (all: string[]) =>
    all.filter((route) => /^(GET|POST|DELETE|PUT|PATCH) /.test(route));
  const undeclared = (all: string[]) => {
    const refused = ["PUT /api/*", "PATCH /api/*"];
    const known = new Set([...declared(), ...Object.keys(otherRoutes), ...pages, ...refused]);
    return withCheckedMethod(all).filter((route) => !known.has(route));
  };

  test("every address that the server answers is declared, is listed in this test, or is a page", () => {
    expect(undeclared(routes)).toEqual([]);
  });

  test("the server answers every declared or listed address", () => {
    const missing = [...declared(), ...Object.keys(otherRoutes), ...pages].filter(
      (route) => !routes.includes(route),
    );
    expect(missing).toEqual([]);
  });

  test("an address that is in no list is reported", async () => {
    const withUndeclared = await routesOf(async () => {
      const built = await buildFullApp(null);
      built.http.register(async (scope) => {
        scope.get("/api/club/everything", async () => "all of it");
      });
      return built;
    });
    expect(undeclared(withUndeclared.routes)).toEqual(["GET /api/club/everything"]);
    // Without an outbox, no route shows mails.
    expect(withUndeclared.routes.filter((route) => route.includes("/dev/"))).toEqual([]);
    await withUndeclared.app.http.close();
  });
});
