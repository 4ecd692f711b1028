import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type ApiFailure, type ApiReply, type ApiRequest, openStripeApi } from "./fakeStripe/api.ts";
import { type CardTry, type FakeEvent, openBook } from "./fakeStripe/book.ts";
import { type FakeIntent, StripeRefusal } from "./fakeStripe/shapes.ts";
import { openWebhookSender, type PostWebhook } from "./fakeStripe/webhooks.ts";
import { randomFrom } from "./randomFrom.ts";
import { wrongEvent } from "./stripeSpec/judgeStripe.ts";

export const fakeSecretKey = "sk_test_foyer";
export const fakePublishableKey = "pk_test_foyer";

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * Starts a local server that answers the calls that Foyer makes to Stripe.
 * @param options.seed decides which webhooks are dropped, and their order.
 * @param options.onEvent receives every event, so that a caller can deliver it itself.
 * @param options.isSubscribed tells which event types the webhook gets, except from `redeliver`; default: all.
 * @param options.isValidated false skips the validation against Stripe's specification.
 */
export async function startFakeStripe(options: {
  webhookUrl?: string;
  webhookSecret: string;
  seed?: number;
  clock?: () => Date;
  onEvent?: (event: FakeEvent) => void;
  isSubscribed?: (type: string) => boolean;
  postWebhook?: PostWebhook;
  isValidated?: boolean;
}) {
  const violations: string[] = [];
  const recordViolation =
    options.isValidated === false ? null : (violation: string) => void violations.push(violation);
  const clock = options.clock ?? (() => new Date());
  let webhookUrl = options.webhookUrl ?? null;
  const webhookSender = openWebhookSender({
    url: () => webhookUrl,
    secret: options.webhookSecret,
    clock,
    random: randomFrom(options.seed ?? 1),
    isSubscribed: options.isSubscribed,
    postWebhook: options.postWebhook,
  });
  const book = openBook({
    clock,
    onEvent: (event) => {
      const violation = recordViolation === null ? null : wrongEvent(event);
      if (violation !== null) recordViolation?.(violation);
      webhookSender.post(event);
      options.onEvent?.(event);
    },
  });
  const deliveredByCaller = new Set<string>();
  const api = openStripeApi(
    book,
    (id) =>
      deliveredByCaller.has(id) ||
      webhookSender
        .deliveries()
        .some(({ eventId, status }) => eventId === id && status >= 200 && status < 300),
    recordViolation,
  );

  const requests: { method: string; path: string; idempotencyKey: string | null }[] = [];
  const faults = {
    isDown: false,
    delayMs: 0,
    failures: [] as Failure[],
    losses: [] as AtPath[],
    interludes: [] as Interlude[],
    refusals: [] as (AtPath & { code: string; param: string | null })[],
  };
  let limit: Bucket | null = null;
  const closing = new AbortController();

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push({ method: request.method, path: request.path, idempotencyKey: request.idempotencyKey });
    if (faults.isDown) {
      outgoing.destroy();
      return;
    }
    takeFirst(faults.interludes, request.path)?.action();
    const failure = takeFirst(faults.failures, request.path) ?? tooMany(limit);
    const refusal = faults.refusals.find(
      ({ path, param }) => request.path.startsWith(path) && (param === null || request.body.includes(param)),
    );
    const reply = failure
      ? api.fail(request, failure)
      : refusal === undefined || request.method !== "POST"
        ? api.reply(request)
        : api.refuse(request, refusal);
    const isLost = !failure && takeFirst(faults.losses, request.path) !== undefined;
    if (faults.delayMs > 0) await wait(faults.delayMs, undefined, { signal: closing.signal });
    if (isLost) outgoing.destroy();
    else write(outgoing, reply);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const tryCard = (intentId: string, card: CardTry): FakeIntent["status"] => {
    try {
      return book.confirm(intentId, card).status;
    } catch (error) {
      if (error instanceof StripeRefusal && error.status === 402) return book.intentById(intentId).status;
      throw error;
    }
  };

  return {
    url: `http://127.0.0.1:${port}`,
    webhookSecret: options.webhookSecret,
    sendWebhooksTo(url: string): void {
      webhookUrl = url;
    },

    /** Tries a card, and returns the intent's status afterwards. */
    pay: (intentId: string, { card = "4242424242424242", confirmed = false } = {}) =>
      tryCard(intentId, { number: card, confirmed }),
    /** Pays by PromptPay, whose refunds need an e-mail address. */
    payByPromptPay: (intentId: string) =>
      tryCard(intentId, { number: "4242424242424242", method: "promptpay" }),
    decline: (intentId: string, { card = "4000000000000002" } = {}) => tryCard(intentId, { number: card }),
    startProcessing: book.startProcessing,
    finishProcessing: book.finishProcessing,
    dispute: book.dispute,
    moveDispute: book.moveDispute,
    /** Refunds `amount`, or all that is left. Returns the refund's id. */
    refundInDashboard: (intentId: string, amount: number | null = null): string =>
      String(book.refund(intentId, { amount, instructionsEmail: "refunds@example.org", metadata: {} }).id),
    failRefund: book.failRefund,
    answerRefund: book.answerRefund,

    /** Delays replies, not the effects of the requests. */
    delayMs(ms: number): void {
      faults.delayMs = ms;
    },
    /**
     * The next `count` requests with this path prefix fail, without effect unless `butDone`. `remembered` stores a
     * failure of 402 or from 500 on under its idempotency key.
     */
    failNext(count: number, status: number, { remembered = false, butDone = false, path = "/" } = {}): void {
      faults.failures.push(...Array.from({ length: count }, () => ({ status, remembered, butDone, path })));
    },
    /** Answers 429 if a bucket of this size, which fills up within a second, is empty; null for no limit. */
    limitTo(perSecond: number | null): void {
      limit = perSecond === null ? null : { perSecond, left: perSecond, filledAtMs: performance.now() };
    },
    failNone(): void {
      faults.failures.length = 0;
      faults.losses.length = 0;
    },
    /** Loses the next replies. Our SDK retries once by itself, so our code notices only a `count` of 2 or more. */
    timeoutNextButDoIt(count = 1, { path = "/" } = {}): void {
      faults.losses.push(...Array.from({ length: count }, () => ({ path })));
    },
    /** Refuses POSTs with this path prefix. With `param`, only those whose body contains it. */
    refuse(path: string, code: string, param: string | null = null): void {
      faults.refusals.push({ path, code, param });
    },
    /** Runs an action before the next request with this path prefix, like a faster concurrent one. */
    beforeNext(path: string, action: () => void): void {
      faults.interludes.push({ path, action });
    },
    /** Forgets the idempotency keys, as Stripe may do after 24 hours. */
    forgetKeys: api.forgetKeys,
    /** Breaks off requests, without effect or reply, until called with false. */
    down(isDown: boolean): void {
      faults.isDown = isDown;
    },

    deliver: webhookSender.plan,
    releaseWebhooks: webhookSender.release,
    /** Sends all events that were not answered with 2xx, also those that were never sent. */
    redeliver: () => webhookSender.redeliver(book.snapshot().events),
    deliveries: webhookSender.deliveries,
    /** Marks an event that the caller delivered itself. */
    markDelivered: (eventId: string): void => void deliveredByCaller.add(eventId),
    settled: webhookSender.settled,

    book: book.snapshot,
    /** The requests so far, with the SDK's retries. */
    requests: () => requests,

    /** Returns and forgets the violations so far. */
    takeViolations: (): string[] => violations.splice(0),

    /** @throws Error with the violations that `takeViolations` has not returned. */
    async close(): Promise<void> {
      closing.abort();
      await webhookSender.settled();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (violations.length > 0)
        throw new Error(`This violates Stripe's specification:\n${violations.join("\n")}`);
    },
  };
}

interface AtPath {
  path: string;
}

interface Interlude extends AtPath {
  action: () => void;
}

type Failure = AtPath & ApiFailure;

interface Bucket {
  perSecond: number;
  left: number;
  filledAtMs: number;
}

function tooMany(bucket: Bucket | null): ApiFailure | undefined {
  if (bucket === null) return undefined;
  const now = performance.now();
  const filled = bucket.left + ((now - bucket.filledAtMs) / 1000) * bucket.perSecond;
  bucket.left = Math.min(bucket.perSecond, filled);
  bucket.filledAtMs = now;
  if (bucket.left < 1) return { status: 429, remembered: false, butDone: false };
  bucket.left -= 1;
  return undefined;
}

function takeFirst<F extends AtPath>(faults: F[], path: string): F | undefined {
  const index = faults.findIndex((fault) => path.startsWith(fault.path));
  return index === -1 ? undefined : faults.splice(index, 1)[0];
}

async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const body = await bodyOf(incoming);
  const idempotencyKey = incoming.headers["idempotency-key"];
  return {
    method: incoming.method ?? "GET",
    path: incoming.url ?? "/",
    body,
    apiKey: incoming.headers.authorization?.replace(/^Bearer /, "") ?? null,
    idempotencyKey: typeof idempotencyKey === "string" ? idempotencyKey : null,
  };
}

// `for await` would allocate, and in benches this fake shares the processor with what is measured.
function bodyOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    incoming.once("error", reject);
  });
}

function write(outgoing: ServerResponse, reply: ApiReply): void {
  outgoing.writeHead(reply.status, {
    "content-type": "application/json",
    "request-id": "req_fake",
    ...(reply.replayed ? { "idempotent-replayed": "true" } : {}),
  });
  outgoing.end(JSON.stringify(reply.body));
}
