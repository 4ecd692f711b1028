import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RenderedPage } from "../../../contract/pageRenderer.ts";
import type { PaymentProvider } from "../../payments/provider.ts";
import { registerPages } from "./pages.ts";
import type { PageRenderer } from "./pagesRenderer.ts";

let app: FastifyInstance;
let rendered: { path: string; method: string; body: string; scheme: string }[];
let notifyChange: ((payload: string | null) => void) | undefined;

/** Some addresses cause failures. */
const renderer: PageRenderer = {
  colorSchemeOf: (cookies) => (cookies?.includes("theme=light") ? "light" : "dark"),
  read: ({ pathname, searchParams }) => {
    const search = searchParams.get("search");
    return {
      page: "page",
      address: search === null ? pathname : `${pathname}?${new URLSearchParams({ search }).toString()}`,
      isPersonal: searchParams.has("accessKey"),
      isForReading: false,
    };
  },
  render: async (request, fetch, scheme): Promise<RenderedPage> => {
    const { pathname, search } = new URL(request.url);
    rendered.push({ path: pathname + search, method: request.method, body: await request.text(), scheme });
    if (pathname === "/limited") {
      const reply = await fetch("/api/limited", { method: "GET", headers: {} });
      return { status: reply.status, headers: {}, html: "limited" };
    }
    if (pathname === "/broken") throw new Error("a secret of ours");
    if (pathname.startsWith("/fails/"))
      throw Object.assign(new Error("a secret of ours"), { statusCode: Number(pathname.slice(7)) });
    if (pathname === "/elsewhere") return { status: 302, headers: { location: "/target" }, html: null };
    if (pathname === "/unknown")
      return { status: 404, headers: { "content-type": "text/html" }, html: "none" };
    if (pathname === "/inner") {
      const reply = await fetch("/api/hello", { method: "GET", headers: {} });
      return { status: 200, headers: {}, html: JSON.stringify(await reply.json()) };
    }
    return {
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      html: `${scheme} ${pathname}${search} ${"x".repeat(2000)}`,
    };
  },
};

beforeEach(async () => {
  rendered = [];
  app = Fastify();
  app.get("/api/hello", (request) => ({ from: request.ip }));
  app.get("/api/limited", (request, reply) => reply.code(request.ip === "203.0.113.7" ? 429 : 200).send({}));
  await registerPages(
    app,
    // Only the provider's name is read here.
    { publicUrl: "https://foyer.example", provider: { name: "test" } as PaymentProvider },
    {
      renderer,
      files: async () => {},
      isBuilt: true,
      nowMs: () => 0,
      listener: {
        on: async (channel, subscriber) => {
          expect(channel).toBe("event_changed");
          notifyChange = subscriber;
        },
      },
    },
  );
});
afterEach(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

describe("a public page", () => {
  test("a public page is rendered once for each theme, and browsers revalidate it at each visit", async () => {
    for (let visits = 0; visits < 5; visits++) await get("/gala?utm=x");
    const light = await get("/gala", { cookie: "a=b; theme=light" });
    expect(light.body).toMatch(/^light/);
    expect(rendered.map(({ scheme }) => scheme)).toEqual(["dark", "light"]);
    expect(light.headers).toMatchObject({ "cache-control": "no-cache", vary: "Cookie, Accept-Encoding" });
  });

  test("a public page is not sent again to a browser that has it", async () => {
    const first = await get("/gala");
    const tag = String(first.headers.etag);
    const again = await get("/gala", { "if-none-match": `"other", ${tag}` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await get("/gala", { "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  test("a public page is compressed for a browser that accepts it", async () => {
    const brotli = await get("/gala", { "accept-encoding": "gzip, br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotli.rawPayload.length).toBeLessThan(200);
    expect((await get("/gala", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  });

  test("a public page is answered without a body for HEAD", async () => {
    const head = await app.inject({ method: "HEAD", url: "/gala" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  test("a public page is rendered again after an event has changed", async () => {
    await get("/gala");
    notifyChange?.("7");
    await get("/gala");
    expect(rendered).toHaveLength(2);
  });

  test("a public page is rendered only from the query parameters that it reads", async () => {
    const first = await get("/gala?search=jazz&apiQueryMsg=Call+0900&utm=x");
    expect(rendered.map(({ path }) => path)).toEqual(["/gala?search=jazz"]);
    expect((await get("/gala?search=jazz")).body).toBe(first.body);
  });

  test("a public page keeps its own status, such as 404 or a redirect", async () => {
    expect((await get("/unknown")).statusCode).toBe(404);
    const redirect = await get("/elsewhere");
    expect([redirect.statusCode, redirect.headers.location]).toEqual([302, "/target"]);
  });

  test("a redirect passes on the query of this visitor, and nothing from another visitor", async () => {
    const withCode = await get("/elsewhere?code=SECRET&search=a");
    expect(withCode.headers).toMatchObject({ location: "/target?code=SECRET", "cache-control": "no-store" });
    expect((await get("/elsewhere?search=a")).headers.location).toBe("/target");
    expect(rendered).toHaveLength(1);
  });

  test("a page is refused only to the visitor who sends too many requests", async () => {
    const [limited, other] = await Promise.all(
      ["203.0.113.7", "203.0.113.8"].map((remoteAddress) =>
        app.inject({ method: "GET", url: "/limited", remoteAddress }),
      ),
    );
    expect([limited?.statusCode, other?.statusCode]).toEqual([429, 200]);
    expect((await get("/limited")).statusCode).toBe(200);
  });

  test("without Stripe, a public page allows only scripts and stylesheets from our own files", async () => {
    const { headers } = await get("/gala");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toContain("stripe");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "strict-transport-security": "max-age=31536000",
    });
  });
});

describe("a page with an access key", () => {
  test("a page with an access key is never stored, by us or by a proxy", async () => {
    const url = "/gala/tickets?registrationId=7&accessKey=secret";
    const reply = await get(url);
    await get(url);
    expect(rendered).toHaveLength(2);
    expect(reply.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    expect(reply.headers.etag).toBeUndefined();
  });
});

describe("a form that is sent without JavaScript", () => {
  const post = (payload: string, type = "application/x-www-form-urlencoded") =>
    app.inject({ method: "POST", url: "/gala", headers: { "content-type": type }, payload });

  test("a form sent without JavaScript reaches its page, and its reply is not stored", async () => {
    const reply = await post("name=Mia&email=mia%40example.org");
    expect(rendered).toMatchObject([{ method: "POST", body: "name=Mia&email=mia%40example.org" }]);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("a POST to a page is refused if it is not a form, or too large", async () => {
    expect((await post("{}", "application/json")).statusCode).toBe(415);
    expect((await post(`name=${"x".repeat(70_000)}`)).statusCode).toBe(413);
    expect(rendered).toEqual([]);
  });

  test.each([
    ["another site", "cross-site", 403],
    ["another host of the same domain", "same-site", 403],
    ["our own page", "same-origin", 200],
    ["the visitor, by a reload", "none", 200],
  ])("a form sent by %s (sec-fetch-site %s) gets the status %i", async (_, site, status) => {
    const reply = await app.inject({
      method: "POST",
      url: "/gala",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": site },
      payload: "name=Mia",
    });
    expect(reply.statusCode).toBe(status);
    expect(rendered).toHaveLength(status === 200 ? 1 : 0);
    if (status === 403) expect(reply.body).toContain("Another site sent this form");
  });
});

test("a page that cannot be rendered shows an error without its cause", async () => {
  const reply = await get("/broken");
  expect(reply.statusCode).toBe(500);
  expect(reply.headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
  });
  expect(reply.body).toContain("Something went wrong on our side");
  expect(reply.body).not.toContain("secret");
});

test.each([
  [399, 500],
  [400, 400],
  [503, 503],
  [599, 599],
  [600, 500],
])("a page that fails with %i gets the status %i, and only 503 has Retry-After", async (fails, status) => {
  const reply = await get(`/fails/${fails}`);
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([
    status,
    status === 503 ? "5" : undefined,
  ]);
});

test("loaders call the API in the same process, with the visitor's address", async () => {
  const reply = await app.inject({ method: "GET", url: "/inner", remoteAddress: "203.0.113.7" });
  expect(reply.json()).toEqual({ from: "203.0.113.7" });
});

test("robots.txt tells crawlers what they may read", async () => {
  const { body, headers } = await get("/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toContain("Disallow: /api/\n");
  expect(body).toContain("Sitemap: https://foyer.example/sitemap.xml");
});

test.each([
  "//evil.example/harbour-regatta",
  "///evil.example/harbour-regatta",
  "/\\evil.example/harbour-regatta",
  "/.//evil.example/harbour-regatta",
  "/x/..//evil.example/harbour-regatta",
  "http://foyer.example@evil.example/harbour-regatta",
  "http://evil.example/harbour-regatta",
  "https://foyer.example:81/harbour-regatta",
  "//",
])("a page address of another site is refused and not stored: %s", async (target) => {
  for (const method of ["GET", "POST"] as const) {
    const reply = await rawRequest(method, target);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).not.toContain("evil.example");
  }
  expect(rendered).toEqual([]);
  expect((await get("/harbour-regatta")).body).toContain("dark /harbour-regatta");
});

/** Sends the target unchanged over a socket: HTTP clients would normalise it. */
async function rawRequest(method: string, target: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const form = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 0\r\n";
  socket.end(`${method} ${target} HTTP/1.1\r\nhost: foyer.example\r\n${form}connection: close\r\n\r\n`);
  let reply = "";
  for await (const bytes of socket) reply += String(bytes);
  return reply;
}

test("a page that is requested with a body that does not arrive ends the connection", async () => {
  const headOf = async (request: string): Promise<string> => {
    if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(request);
    for await (const piece of socket) return String(piece).split("\r\n\r\n")[0]!;
    return "";
  };
  const page = "GET /gala HTTP/1.1\r\nhost: foyer.example\r\n";
  expect(await headOf(`${page}content-length: 80\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
  expect(await headOf(`${page}\r\n`)).toMatch(/^HTTP\/1.1 200 .*connection: keep-alive/is);
});
