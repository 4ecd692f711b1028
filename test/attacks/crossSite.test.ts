/**
 * Another site can make a browser send us forms, plain text and GET requests: they need no preflight, but have no token
 * of ours.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/all.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildEvent, buildTicket } from "../../server/testing/builders.ts";
import { databaseContents } from "../../server/testing/contents.ts";

let app: TestApp;
let sale: { eventId: number; ticketId: number };
beforeAll(async () => {
  app = await testApp();
  const event = await buildEvent(app.database.db, { slug: "gala" });
  const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
  sale = { eventId: event.id, ticketId: ticket.id };
});
afterAll(() => app.close());

const writes = (Object.keys(calls) as CallName[]).filter((name) => calls[name].kind === "write");
const otherSite = {
  origin: "https://elsewhere.example",
  referer: "https://elsewhere.example/",
  "sec-fetch-site": "cross-site",
};
/** A valid hold, so that `initRegistration` can refuse only the kind of the request. */
const holdRequest = () => ({
  eventId: sale.eventId,
  tickets: [{ ticketId: sale.ticketId, quantity: 1 }],
  email: "a@example.org",
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "no call that changes something accepts %s from another site",
  async (type) => {
    const before = await databaseContents(app.database.db);
    const accepted: string[] = [];
    for (const name of writes) {
      const reply = await app.http.inject({
        method: "POST",
        url: `/api/${name}`,
        headers: { ...otherSite, "content-type": type },
        payload: type.startsWith("multipart")
          ? `--x\r\ncontent-disposition: form-data; name="eventId"\r\n\r\n${sale.eventId}\r\n--x--\r\n`
          : JSON.stringify(holdRequest()),
      });
      if (reply.statusCode < 400) accepted.push(`${name} ${reply.statusCode}`);
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(accepted).toEqual([]);
    expect(await databaseContents(app.database.db)).toEqual(before);
  },
);

test("no link on another site changes anything", async () => {
  const before = await databaseContents(app.database.db);
  const accepted: string[] = [];
  const query = { eventId: String(sale.eventId), id: String(sale.eventId) };
  for (const name of writes) {
    const reply = await app.http.inject({ method: "GET", url: `/api/${name}`, query, headers: otherSite });
    if (reply.statusCode < 400) accepted.push(`${name} ${reply.statusCode}`);
  }
  expect(accepted).toEqual([]);
  expect(await databaseContents(app.database.db)).toEqual(before);
});

test("a script of another site cannot send JSON, because its preflight is refused", async () => {
  const reply = await app.http.inject({
    method: "OPTIONS",
    url: "/api/registration/initRegistration",
    headers: {
      ...otherSite,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    },
  });
  expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
});

test("only a site that the operator has configured may send a token, and read the token of a reply", async () => {
  const open = await testApp({ corsOrigins: ["https://site.example"] });
  const headersFor = async (origin: string, more: Record<string, string> = {}) => {
    const method = "access-control-request-method" in more ? "OPTIONS" : "GET";
    const url = `/api/event/getEvent?eventId=${sale.eventId}`;
    return (await open.http.inject({ method, url, headers: { origin, ...more } })).headers;
  };
  const preflight = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization, content-type, idempotency-key",
  };
  try {
    expect(await headersFor("https://site.example")).toMatchObject({
      "access-control-allow-origin": "https://site.example",
      "access-control-expose-headers": "authorization",
    });
    expect(await headersFor("https://site.example", preflight)).toMatchObject({
      "access-control-allow-origin": "https://site.example",
      "access-control-allow-headers": "authorization, content-type, idempotency-key, x-suppress-toasts",
      "access-control-allow-methods": "GET, POST, DELETE",
    });
    for (const more of [{}, preflight]) {
      const reply = await headersFor("https://elsewhere.example", more);
      expect(reply["access-control-allow-origin"]).toBeUndefined();
      expect(reply["access-control-allow-credentials"]).toBeUndefined();
    }
  } finally {
    await open.close();
  }
});
