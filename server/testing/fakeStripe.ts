/**
 * What would Stripe do? A server on this machine that speaks Stripe's HTTP as the SDK uses it, keeps books, signs
 * webhooks, and fails in every way that a test asks for. Nothing waits unless a test asks for it. Every request, reply and
 * event is judged by Stripe's own specification: `close` throws what did not fit.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type ApiFailure, type ApiReply, type ApiRequest, openApi } from "./fakeStripe/api.ts";
import { type CardTry, type FakeEvent, openBook } from "./fakeStripe/book.ts";
import { type FakeIntent, StripeRefusal } from "./fakeStripe/shapes.ts";
import { type Carry, openPostOffice } from "./fakeStripe/webhooks.ts";
import { randomFrom } from "./randomFrom.ts";
import { wrongEvent } from "./stripeSpec/judgeStripe.ts";

/** Keys that the fake takes, and that look like Stripe's. */
export const fakeSecretKey = "sk_test_foyer";
export const fakePublishableKey = "pk_test_foyer";

/** The fake and the strings by which a test pulls it. */
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * Starts the fake on a free port of the loopback.
 * @param options.seed decides what is shuffled and dropped, the same way each time.
 * @param options.onEvent hears of every event; who has no address for webhooks delivers them as it likes.
 * @param options.hears which types of events the webhook's address is registered for; default: all.
 * @param options.isJudged false where time is measured: nothing is compared with Stripe's specification.
 * @param options.carry how webhooks are posted; default: by fetch.
 */
export async function startFakeStripe(options: {
  webhookUrl?: string;
  webhookSecret: string;
  seed?: number;
  clock?: () => Date;
  onEvent?: (event: FakeEvent) => void;
  hears?: (type: string) => boolean;
  carry?: Carry;
  isJudged?: boolean;
}) {
  const violations: string[] = [];
  const note = options.isJudged === false ? null : (violation: string) => void violations.push(violation);
  const clock = options.clock ?? (() => new Date());
  let webhookUrl = options.webhookUrl ?? null;
  const office = openPostOffice({
    url: () => webhookUrl,
    secret: options.webhookSecret,
    clock,
    random: randomFrom(options.seed ?? 1),
    hears: options.hears,
    carry: options.carry,
  });
  const book = openBook({
    clock,
    tell: (event) => {
      const wrong = note === null ? null : wrongEvent(event);
      if (wrong !== null) note?.(wrong);
      office.post(event);
      options.onEvent?.(event);
    },
  });
  /** Events that were carried by another post than ours. */
  const carried = new Set<string>();
  const api = openApi(
    book,
    (id) =>
      carried.has(id) ||
      office.deliveries().some(({ eventId, status }) => eventId === id && status >= 200 && status < 300),
    note,
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
    // What was asked for is done by now, and its webhooks leave before the reply does.
    if (faults.delayMs > 0) await wait(faults.delayMs, undefined, { signal: closing.signal });
    if (isLost) outgoing.destroy();
    else write(outgoing, reply);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const cardTry = (intentId: string, tried: CardTry): FakeIntent["status"] => {
    try {
      return book.confirm(intentId, tried).status;
    } catch (error) {
      if (error instanceof StripeRefusal && error.status === 402) return book.intentById(intentId).status;
      throw error;
    }
  };

  return {
    /** For `STRIPE_API_BASE`. */
    url: `http://127.0.0.1:${port}`,
    webhookSecret: options.webhookSecret,
    /** Where webhooks go from now on. */
    sendWebhooksTo(url: string): void {
      webhookUrl = url;
    },

    /** The buyer pays in the browser, by default with 4242…; returns the intent's status after it. */
    pay: (intentId: string, { card = "4242424242424242", confirmed = false } = {}) =>
      cardTry(intentId, { number: card, confirmed }),
    /** The buyer pays by PromptPay, whose refunds wait for the buyer's bank account. */
    payByPromptPay: (intentId: string) =>
      cardTry(intentId, { number: "4242424242424242", method: "promptpay" }),
    /** The buyer tries a card that is declined. */
    decline: (intentId: string, { card = "4000000000000002" } = {}) => cardTry(intentId, { number: card }),
    startProcessing: book.startProcessing,
    finishProcessing: book.finishProcessing,
    dispute: book.dispute,
    moveDispute: book.moveDispute,
    /** Somebody refunds in Stripe's dashboard: all that is left, or `amount`. Returns the refund's id. */
    refundInDashboard: (intentId: string, amount: number | null = null): string =>
      String(book.refund(intentId, { amount, instructionsEmail: "refunds@example.org", metadata: {} }).id),
    failRefund: book.failRefund,
    answerRefund: book.answerRefund,

    /** Every reply waits this long from now on; what was asked for is done at once. */
    delayMs(ms: number): void {
      faults.delayMs = ms;
    },
    /**
     * The next `count` requests fail with `status`, and nothing is done, unless `butDone`. `remembered` failures are
     * kept under their idempotency key, as Stripe keeps its own: the same key gives the same failure again. With
     * `path`, only requests whose path begins so.
     */
    failNext(count: number, status: number, { remembered = false, butDone = false, path = "/" } = {}): void {
      faults.failures.push(...Array.from({ length: count }, () => ({ status, remembered, butDone, path })));
    },
    /** Answers 429 to what is more than so many requests a second from now on, as Stripe does; null for no limit. */
    limitTo(perSecond: number | null): void {
      limit = perSecond === null ? null : { perSecond, left: perSecond, filledAtMs: performance.now() };
    },
    /** No failure and no loss waits any more. */
    failNone(): void {
      faults.failures.length = 0;
      faults.losses.length = 0;
    },
    /**
     * The next `count` requests are done, and their replies lost. The SDK asks again once by itself, so two are
     * lost for good. With `path`, only requests whose path begins so.
     */
    timeoutNextButDoIt(count = 1, { path = "/" } = {}): void {
      faults.losses.push(...Array.from({ length: count }, () => ({ path })));
    },
    /**
     * Refuses every POST whose path begins so, from now on, with a code of Stripe's. With `param`, only those that have this
     * parameter, and for it.
     */
    refuse(path: string, code: string, param: string | null = null): void {
      faults.refusals.push({ path, code, param });
    },
    /** Does something just before the next request whose path begins so is served: somebody else was faster. */
    beforeNext(path: string, action: () => void): void {
      faults.interludes.push({ path, action });
    },
    /** A day passes: Stripe no longer knows idempotency keys. */
    forgetKeys: api.forgetKeys,
    /** Nobody answers, until told otherwise. */
    down(isDown: boolean): void {
      faults.isDown = isDown;
    },

    /** What happens to webhooks on their way. */
    deliver: office.plan,
    releaseWebhooks: office.release,
    /** Sends again what was lost or refused, as Stripe does for three days. */
    redeliver: () => office.redeliver(book.snapshot().events),
    deliveries: office.deliveries,
    /** Whoever carries events by a post of its own says which of them were answered with 2xx. */
    markDelivered: (eventId: string): void => void carried.add(eventId),
    settled: office.settled,

    /** All intents, refunds and events, for audits. */
    book: book.snapshot,
    /** All requests so far, retries of the SDK too. */
    requests: () => requests,

    /** What did not fit Stripe's specification so far. Who takes it has expected it: `close` no longer throws it. */
    takeViolations: (): string[] => violations.splice(0),

    /**
     * Ends every connection; deliveries under way are waited for.
     * @throws Error when a request, a reply or an event did not fit Stripe's specification.
     */
    async close(): Promise<void> {
      closing.abort();
      await office.settled();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (violations.length > 0)
        throw new Error(`This does not fit Stripe's specification:\n${violations.join("\n")}`);
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

/** What is left of a limit: a second's worth of requests at most. */
interface Bucket {
  perSecond: number;
  left: number;
  filledAtMs: number;
}

/** Takes a request out of the bucket; gives how it fails when there is none left. */
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

/** Takes the first fault that is meant for this path out of its queue. */
function takeFirst<F extends AtPath>(faults: F[], path: string): F | undefined {
  const place = faults.findIndex((fault) => path.startsWith(fault.path));
  return place === -1 ? undefined : faults.splice(place, 1)[0];
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

// By events and not by `for await`, which makes an iterator and its promises: the bench's buyers share two cores with it.
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
