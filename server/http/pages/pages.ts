/**
 * Invariant: a personal page (with an access key, a ticket code or `backendRedirectUrl` in its address) is never
 * cached, here or by a proxy.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { ColorScheme, ParsedAddress, RenderedPage } from "../../../contract/pageRenderer.ts";
import { addressOf as addressOfClient } from "../client.ts";
import { matchesEtag } from "../etag.ts";
import { ForeignTarget, targetAt } from "../requestTarget.ts";
import type { Services } from "../route.ts";
import { lacksBody } from "../timeouts.ts";
import { openPageCache, type PageMaker, type ReadyPage, readyPage } from "./pagesCache.ts";
import { type Encoding, encodingFor } from "./pagesEncoding.ts";
import { failurePage } from "./pagesFailure.ts";
import { pageHeaders } from "./pagesHeaders.ts";
import { fetchFrom, innerFetch, type PageRenderer, type Replies, recordingReplies } from "./pagesRenderer.ts";
import { robotsText, sitemap } from "./sitemap.ts";

export interface PagesParts {
  renderer: PageRenderer;
  /** pagesFiles.ts, or Vite during development. */
  files: (app: FastifyInstance) => Promise<void>;
  /** False during development: every page is rendered anew, and no policy blocks Vite. */
  isBuilt: boolean;
  /** Announces changed events. */
  listener?: ChangeListener | undefined;
  /** A monotonic clock. */
  nowMs?: () => number;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The name of the requested page; empty for other requests. */
    page: string;
  }
}

/** The needed part of db/listen.ts. */
export interface ChangeListener {
  on(channel: string, subscriber: (payload: string | null) => void): Promise<void>;
}

const maxFormBytes = 64 * 1024;

/** Registers the pages and their files. */
export async function registerPages(
  app: FastifyInstance,
  { publicUrl, provider }: Pick<Services, "publicUrl" | "provider">,
  { renderer, files, isBuilt, listener, nowMs }: PagesParts,
): Promise<void> {
  const cache = openPageCache(nowMs);
  const ownOrigin = new URL(publicUrl).origin;
  if (!app.hasRequestDecorator("page")) app.decorateRequest("page", "");
  const headers = isBuilt
    ? pageHeaders({ withStripe: provider.name === "stripe", isHttps: publicUrl.startsWith("https:") })
    : {};
  await listener?.on("event_changed", () => cache.clear());

  function addressOf(target: string): URL {
    const url = targetAt(target, publicUrl);
    if (url === null) throw new ForeignTarget(target);
    return url;
  }

  // Cached, because reading an address is slow compared with sending a cached page.
  const reads = new LRUCache<string, ParsedAddress>({ max: 2000 });
  function pageReadOf(target: string): ParsedAddress {
    const cached = reads.get(target);
    if (cached !== undefined) return cached;
    const pageRead = renderer.read(addressOf(target));
    if (!pageRead.isPersonal) reads.set(target, pageRead);
    return pageRead;
  }

  await app.register(async (scope) => {
    await files(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer", bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, headers));

    scope.get("/robots.txt", (_request, reply) =>
      reply
        .type("text/plain; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .send(robotsText(publicUrl)),
    );
    scope.get("/sitemap.xml", async (request, reply) =>
      send(
        request,
        reply,
        await cache.get("sitemap", () => ({
          render: () => sitemap(publicUrl, innerFetch(app, addressOfClient(request))),
        })),
      ),
    );
    // Not async: a cached page needs no promise.
    scope.get("/*", (request, reply) => {
      const scheme = renderer.colorSchemeOf(request.headers.cookie);
      const { page, address, isPersonal, isForReading } = pageReadOf(request.url);
      request.page = page;
      if (isPersonal || !isBuilt)
        return renderPage(request, new Request(addressOf(request.url)), scheme).then((personalPage) =>
          sendPersonal(request, reply, personalPage),
        );
      // Nothing of the request except the key gets into the shared page.
      const stored = cache.get(`${scheme} ${address}`, () =>
        pageMaker(request, address, scheme, isForReading),
      );
      const sendCopy = (copy: ReadyPage) =>
        copy.headers.location === undefined
          ? send(request, reply, copy)
          : reply
              .code(copy.status)
              .headers({
                ...copy.headers,
                location: withOwnParameters(copy.headers.location, addressOf(request.url), address),
                "cache-control": "no-store",
              })
              .send();
      return stored instanceof Promise ? stored.then(sendCopy) : sendCopy(stored);
    });
    scope.post("/*", async (request, reply) => {
      const url = addressOf(request.url);
      request.page = pageReadOf(request.url).page;
      if (isFromOtherSite(request)) throw new ForeignForm();
      const form = new Request(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new Uint8Array(request.body as Buffer),
      });
      const scheme = renderer.colorSchemeOf(request.headers.cookie);
      return sendPersonal(request, reply, await renderPage(request, form, scheme));
    });
  });

  /** A page for reading (web/paths.ts) can be made from earlier replies. */
  function pageMaker(
    request: FastifyRequest,
    address: string,
    scheme: ColorScheme,
    isForReading: boolean,
  ): PageMaker {
    const { fetch, replies } = recordingReplies(innerFetch(app, addressOfClient(request)));
    return {
      render: () => renderPage(request, new Request(ownOrigin + address), scheme, fetch),
      copy: isForReading ? copyMaker(address, scheme, replies) : undefined,
    };
  }

  /** A separate function, because a closure over the request would keep it in memory. */
  function copyMaker(address: string, scheme: ColorScheme, replies: Replies) {
    return async (ageMs: number) => {
      const page = new Request(ownOrigin + address);
      return withHeaders(await renderer.render(page, fetchFrom(replies), scheme, ageMs));
    };
  }

  async function renderPage(
    request: FastifyRequest,
    page: Request,
    scheme: ColorScheme,
    fetch = innerFetch(app, addressOfClient(request)),
  ) {
    const result = await renderer.render(page, fetch, scheme);
    if (result.trouble !== undefined) request.log.warn({ trouble: result.trouble }, "page");
    return withHeaders(result);
  }

  function withHeaders(result: RenderedPage): RenderedPage {
    return { ...result, headers: { ...headers, vary: "Cookie, Accept-Encoding", ...result.headers } };
  }
}

/** Thrown if another site sent the form. */
class ForeignForm extends Error {
  override readonly name = "ForeignForm";
  readonly statusCode = 403;
}

/**
 * Whether a browser says that another site sent the form. Browsers say it only to trustworthy addresses, such as https
 * (W3C Fetch Metadata). Origin cannot be used: our Referrer-Policy makes it "null".
 */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Adds parameters that the page did not read, such as a promo code, to a cached redirect. */
function withOwnParameters(location: string, request: URL, address: string): string {
  const knownParameters = new URLSearchParams(address.split("?")[1]);
  const ownParameters = [...request.searchParams].filter(([name]) => !knownParameters.has(name));
  if (ownParameters.length === 0) return location;
  return `${location}${location.includes("?") ? "&" : "?"}${new URLSearchParams(ownParameters).toString()}`;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ReadyPage,
): FastifyReply | Promise<FastifyReply> {
  if (page.status === 200 && matchesEtag(request.headers["if-none-match"], page.etag))
    return reply.code(304).headers(page.headers).send();
  return sendWhole(request, reply, page);
}

function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ReadyPage,
): FastifyReply | Promise<FastifyReply> {
  const encoding = encodingFor(request.headers["accept-encoding"], page.body.length);
  const bytes = page.body.in(encoding);
  return typeof bytes === "string"
    ? write(request, reply, { page, encoding, bytes })
    : bytes.then((encodedBytes) => write(request, reply, { page, encoding, bytes: encodedBytes }));
}

/** Writes past Fastify (`hijack`), for speed. */
function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, encoding, bytes }: { page: ReadyPage; encoding: Encoding; bytes: string },
): FastifyReply {
  reply.hijack();
  const head = headOf(page, encoding, bytes.length);
  const headers = lacksBody(request) ? [...head, "connection", "close"] : head;
  reply.raw.writeHead(page.status, headers).end(bytes, "latin1");
  return reply;
}

/** Each name is followed by its value (`writeHead` of Node). */
function headOf(page: ReadyPage, encoding: Encoding, length: number): string[] {
  let head = page.heads[encoding];
  if (head === undefined) {
    head = Object.entries(page.headers).flat();
    if (encoding !== "plain") head.push("content-encoding", encoding);
    head.push("content-length", String(length));
    page.heads[encoding] = head;
  }
  return head;
}

function sendPersonal(
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: RenderedPage,
): FastifyReply | Promise<FastifyReply> {
  const page = readyPage(rendered);
  const { etag: _, ...others } = page.headers;
  const headers = { ...others, "cache-control": "no-store", "x-robots-tag": "noindex" };
  return sendWhole(request, reply, { ...page, headers });
}

function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
) {
  const statusCode = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  const status = statusCode >= 400 && statusCode < 600 ? statusCode : 500;
  if (status >= 500) request.log.error({ err: error }, "page failed");
  if (status === 503) reply.header("retry-after", "5");
  return reply
    .code(status)
    .headers(headers)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(failurePage(status, request.id));
}
