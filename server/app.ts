import { randomUUID } from "node:crypto";
import { IncomingMessage } from "node:http";
import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import type { PolicyUrls } from "../contract/rules/club/policies.ts";
import { openHashQueue } from "./accounts/hashQueue.ts";
import type { SecretBox } from "./accounts/secondFactor/secretBox.ts";
import { openSessions } from "./accounts/sessions.ts";
import type { PretixAccess } from "./archive/pretix/pretixHttp.ts";
import { type Checkout, openCheckout } from "./checkout/checkout.ts";
import type { Db } from "./db/pool.ts";
import { openWriteCheck } from "./db/writeCheck.ts";
import { DomainError } from "./domainError.ts";
import { openDevicePasses } from "./door/devicePasses.ts";
import { openDoors } from "./door/door.ts";
import { registerBodyParsers } from "./http/bodies.ts";
import { registerCalls } from "./http/calls.ts";
import { openClients } from "./http/client.ts";
import { answerFailure, callOf } from "./http/errors.ts";
import { maxWrongCodesPerMinute } from "./http/limits.ts";
import { loggedPath } from "./http/loggedPath.ts";
import { registerOpenapi } from "./http/openapi/openapi.ts";
import { answerOtherAddresses } from "./http/otherAddresses.ts";
import { busyMessage } from "./http/paymentRefusals.ts";
import type { RegisterPages, Services } from "./http/route.ts";
import { boundTimes, serverTimeouts, type Timeouts } from "./http/timeouts.ts";
import { answerUnreadable } from "./http/unreadable.ts";
import { openUploadRoom } from "./http/uploadRoom.ts";
import type { PaymentProvider } from "./payments/provider.ts";
import { openCodeGuesses } from "./promoCodes/guesses.ts";
import { routes } from "./routes/all.ts";
import { registerArchiveFiles } from "./routes/files/archiveFiles.ts";
import { registerClosingFiles } from "./routes/files/closingFiles.ts";
import { registerDocuments } from "./routes/files/documents.ts";
import { registerDoorLive } from "./routes/files/doorLive.ts";
import { openDownloads } from "./routes/files/downloads.ts";
import { registerLive } from "./routes/files/live.ts";
import { registerOutbox } from "./routes/files/outbox.ts";
import { registerReceipts } from "./routes/files/receipts.ts";
import { registerTableFiles } from "./routes/files/tableFiles.ts";
import { registerUnsubscribe } from "./routes/files/unsubscribe.ts";
import { registerWebhook } from "./routes/files/webhook.ts";
import type { FiguresListener } from "./stats/live.ts";

export interface AppParts {
  db: Db;
  provider: PaymentProvider;
  secretBox: SecretBox;
  /** The origin, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  corsOrigins: string[];
  trustProxy: false | number | string[];
  /** Digits with the country code. */
  supportPhone?: string | null;
  policies?: PolicyUrls;
  approvesFirstEvents?: boolean;
  /** Returns null, or a sentence about the skew of this node's clock (db/databaseClock.ts). */
  clockCheck?: () => string | null;
  /** Default: only servers of the public internet. */
  pretix?: PretixAccess;
  apiDocs?: boolean;
  log: Logger | false;
  clock?: () => Date;
  /** False switches off refusals under load, and many limits of clients and clubs: tests come from one address. */
  limited?: boolean;
  timeouts?: Timeouts;
  /** The folder of mails that are written instead of sent. */
  outboxDir?: string | null;
  /** Without it there are no live streams. */
  listener?: FiguresListener;
  pages?: RegisterPages;
}

export interface AppWithCheckout {
  http: FastifyInstance;
  checkout: Checkout;
  services: Services;
}

/** Builds the app without listening. */
export async function buildApp(parts: AppParts): Promise<AppWithCheckout> {
  const clock = parts.clock ?? (() => new Date());
  const { db, provider, secretBox, publicUrl, dataDir } = parts;
  const checkout = openCheckout({ db, provider, clock });
  const services: Services = {
    db,
    provider,
    secretBox,
    publicUrl,
    dataDir,
    clock,
    checkout,
    sessions: openSessions(db, clock),
    passes: openDevicePasses(db, clock),
    clients: openClients(clock),
    uploads: openUploadRoom(),
    isLimited: parts.limited !== false,
    doors: openDoors({ db, clock }),
    hashQueue: openHashQueue(),
    codeGuesses: openCodeGuesses({
      clock,
      maxWrong: parts.limited === false ? Number.POSITIVE_INFINITY : maxWrongCodesPerMinute,
    }),
    supportPhone: parts.supportPhone ?? null,
    policies: parts.policies ?? {},
    approvesFirstEvents: parts.approvesFirstEvents ?? false,
    writeCheck: openWriteCheck(db),
    clockCheck: parts.clockCheck ?? (() => null),
    apiDocs: parts.apiDocs ?? true,
    pretix: parts.pretix ?? { mayAskLoopback: false },
  };

  const trusted = parts.trustProxy;
  const http: FastifyInstance = Fastify({
    ...(parts.log === false ? { logger: false } : { loggerInstance: parts.log as FastifyBaseLogger }),
    // Fastify would log the secrets in addresses.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 512 * 1024,
    ...serverTimeouts,
    // Fastify trusts no proxy at all if it gets a number of hops.
    trustProxy: typeof trusted === "number" ? (_address, hop) => hop < trusted : trusted,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    clientErrorHandler: answerUnreadable,
  });
  http.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  registerBodyParsers(http);
  boundTimes(http, parts.timeouts);
  if (parts.log !== false) logRequests(http);

  if (parts.corsOrigins.length > 0)
    await http.register(cors, {
      origin: parts.corsOrigins,
      exposedHeaders: ["authorization"],
      allowedHeaders: ["authorization", "content-type", "idempotency-key", "x-suppress-toasts"],
      methods: ["GET", "POST", "DELETE"],
    });
  if (parts.limited !== false) {
    await http.register(underPressure, {
      // As long as `maxWaitMs` of db/pool.ts.
      maxEventLoopDelay: 10_000,
      exposeStatusRoute: false,
      // Reads are not refused, because an incomplete page is worse than a late one.
      pressureHandler: async (request) => {
        if (request.method !== "POST" || request.url === "/api/stripe/webhook") return;
        throw new DomainError("busy", busyMessage(callOf(request)));
      },
    });
    await http.register(rateLimit, {
      global: false,
      keyGenerator: (request) => services.clients.of(request),
      errorResponseBuilder: (_request, context) =>
        new DomainError("tooMany", "Too many requests. Please wait a moment.", {
          retryAfterSeconds: Math.ceil(context.ttl / 1000),
        }),
    });
  }
  http.addHook("onRequest", (_request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    done();
  });
  // The name of the requested page, for the log.
  http.decorateRequest("page", "");
  // Before the routes, because it records them.
  const answerOthers = answerOtherAddresses(http);
  registerCalls(http, routes, services);
  await registerWebhook(http, services);
  await registerUnsubscribe(http, services);
  registerDocuments(http, services);
  registerReceipts(http, services);
  registerClosingFiles(http, services);
  const downloads = openDownloads();
  registerTableFiles(http, services, downloads);
  registerArchiveFiles(http, services, downloads);
  if (parts.listener) {
    await registerLive(http, services, parts.listener);
    await registerDoorLive(http, services, parts.listener);
  }
  if (parts.outboxDir) registerOutbox(http, parts.outboxDir);
  registerOpenapi(http, parts.publicUrl, services.apiDocs);
  http.all("/api/*", answerOthers);
  await parts.pages?.(http, services);
  return { http, checkout, services };
}

/**
 * Logs requests, without secrets. Calls made while the server renders a page come from `inject`, so their `raw` is no
 * `IncomingMessage`: they are not logged.
 */
function logRequests(http: FastifyInstance): void {
  http.addHook("onResponse", (request, reply, done) => {
    // Load balancers call the health check often.
    const isHealthy = request.url.startsWith("/api/health/") && reply.statusCode < 400;
    if (request.raw instanceof IncomingMessage && !isHealthy)
      request.log.info(
        {
          method: request.method,
          path: loggedPath(request.url),
          ...(request.page !== "" && { page: request.page }),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        "request",
      );
    done();
  });
}
