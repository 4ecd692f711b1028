/** Which of Stripe's calls does the fake answer, and with what? HTTP apart: a request in, a reply out. */
import { createHash } from "node:crypto";
import { type Book, type CardTry, invalidParameter } from "./book.ts";
import { type FormTree, readForm, textAt, textsUnder } from "./formBody.ts";
import { type FakeIntent, StripeRefusal } from "./shapes.ts";

/** A request, as much of it as matters. */
export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  /** `sk_…` or `pk_…`. */
  apiKey: string | null;
  idempotencyKey: string | null;
}

/** A reply, not yet written. */
export interface ApiReply {
  status: number;
  body: Record<string, unknown>;
  replayed: boolean;
}

// docs.stripe.com/testing#cards: names that stand for cards, so that no test sends a number.
const cardByName: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_authenticationRequired: "4000002500003155",
  pm_card_createDispute: "4000000000000259",
};

/** A failure of Stripe's own: whether it is kept under its key, and whether what was asked for was done all the same. */
export interface ApiFailure {
  status: number;
  remembered: boolean;
  butDone: boolean;
}

/** Answers requests from the book, and remembers replies by their idempotency keys. */
export function openApi(book: Book, isDelivered: (eventId: string) => boolean) {
  const remembered = new Map<string, { fingerprint: string; reply: ApiReply }>();

  function answer(request: ApiRequest): ApiReply {
    const ok = (body: Record<string, unknown>): ApiReply => ({ status: 200, body, replayed: false });
    try {
      return ok(perform(book, request, isDelivered));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: { ...error.body } }, replayed: false };
    }
  }

  /** Gives the reply that a key was given before, else what `work` gives, and remembers it. */
  function once(request: ApiRequest, work: () => ApiReply): ApiReply {
    const key = request.method === "POST" ? request.idempotencyKey : null;
    if (key === null) return work();

    const fingerprint = createHash("sha256").update(`${request.path}\n${request.body}`).digest("hex");
    const before = remembered.get(key);
    if (before && before.fingerprint !== fingerprint) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return { status: 400, body: { error: { type: "idempotency_error", message } }, replayed: false };
    }
    if (before) return { ...before.reply, replayed: true };

    const reply = work();
    // A request that was refused before anything was done is not remembered.
    if (reply.status < 400 || reply.status === 402 || reply.status >= 500) {
      remembered.set(key, { fingerprint, reply });
    }
    return reply;
  }

  return {
    reply: (request: ApiRequest): ApiReply => once(request, () => answer(request)),

    /** Fails as Stripe itself may. */
    fail(request: ApiRequest, { status, remembered: isRemembered, butDone }: ApiFailure): ApiReply {
      const failed = (): ApiReply => {
        if (butDone) answer(request);
        const type = status === 429 ? "invalid_request_error" : "api_error";
        return { status, body: { error: { type, message: "An unknown error occurred" } }, replayed: false };
      };
      return isRemembered ? once(request, failed) : failed();
    },

    /** A day passes. */
    forgetKeys: () => remembered.clear(),
  };
}

function perform(
  book: Book,
  request: ApiRequest,
  isDelivered: (eventId: string) => boolean,
): Record<string, unknown> {
  const url = new URL(request.path, "http://fake");
  const [, v1, noun, id, verb] = url.pathname.split("/");
  const form = readForm(request.method === "POST" ? request.body : url.search);
  const expand = Object.values(textsUnder(form, "expand"));
  const call = `${request.method} /${v1}/${noun}${id === undefined ? "" : "/:id"}${verb === undefined ? "" : `/${verb}`}`;

  if (isPublishable(request)) {
    // The browser has the publishable key and the client secret, which open one intent and nothing else.
    const isBrowsers =
      call === "GET /v1/payment_intents/:id" || call === "POST /v1/payment_intents/:id/confirm";
    if (!isBrowsers || book.intentById(id ?? "").clientSecret !== textAt(form, "client_secret")) {
      throw refusedKey(
        403,
        "secret_key_required",
        "This call needs the secret key, or the intent's client secret.",
      );
    }
  } else if (!request.apiKey?.startsWith("sk_")) {
    throw refusedKey(401, "api_key_invalid", "You did not provide an API key that this account knows.");
  }

  switch (call) {
    case "POST /v1/payment_intents":
      return book.shown(createIntent(book, form), expand);
    case "GET /v1/payment_intents/:id":
      return book.shown(book.intentById(id ?? ""), expand);
    case "POST /v1/payment_intents/:id/confirm":
      return book.shown(book.confirm(id ?? "", cardOf(form)), expand);
    case "POST /v1/payment_intents/:id/cancel":
      return book.shown(book.cancel(id ?? ""), expand);
    case "POST /v1/refunds": {
      const amount = textAt(form, "amount");
      const intentId = textAt(form, "payment_intent") ?? "";
      return book.refund(intentId, amount === null ? null : Number(amount), textsUnder(form, "metadata"));
    }
    case "GET /v1/refunds": {
      const data = book.listRefunds(textAt(form, "payment_intent"));
      return { object: "list", url: "/v1/refunds", has_more: false, data };
    }
    case "GET /v1/events": {
      const types = Object.values(textsUnder(form, "types"));
      const found = book.listEvents(Number(textAt(form, "created", "gte") ?? 0), types);
      const wanted = textAt(form, "delivery_success");
      const told = found.filter(({ id }) => wanted === null || String(isDelivered(id)) === wanted);
      const after = textAt(form, "starting_after");
      const rest = after === null ? told : told.slice(told.findIndex(({ id }) => id === after) + 1);
      const limit = Number(textAt(form, "limit") ?? 10);
      return { object: "list", url: "/v1/events", has_more: rest.length > limit, data: rest.slice(0, limit) };
    }
    case "GET /v1/events/:id":
      return { ...book.eventById(id ?? "") };
    default: {
      const message = `Unrecognized request URL (${request.method}: ${url.pathname}).`;
      throw new StripeRefusal(404, { type: "invalid_request_error", message });
    }
  }
}

function createIntent(book: Book, form: FormTree): FakeIntent {
  const amount = textAt(form, "amount");
  const currency = textAt(form, "currency");
  if (amount === null)
    throw invalidParameter("amount", "parameter_missing", "Missing required param: amount.");
  if (currency === null)
    throw invalidParameter("currency", "parameter_missing", "Missing required param: currency.");
  return book.createIntent({
    amount: /^\d+$/.test(amount) ? Number(amount) : Number.NaN,
    currency: currency.toLowerCase(),
    description: textAt(form, "description"),
    receiptEmail: textAt(form, "receipt_email"),
    metadata: textsUnder(form, "metadata"),
  });
}

function cardOf(form: FormTree): CardTry {
  const name = textAt(form, "payment_method");
  const number = textAt(form, "payment_method_data", "card", "number");
  const known = name === null ? number : cardByName[name];
  if (known === null || known === undefined) {
    throw invalidParameter("payment_method", "resource_missing", `No such PaymentMethod: '${name}'`);
  }
  return { number: known };
}

const isPublishable = (request: ApiRequest): boolean => request.apiKey?.startsWith("pk_") ?? false;

function refusedKey(status: number, code: string, message: string): StripeRefusal {
  return new StripeRefusal(status, { type: "invalid_request_error", code, message });
}
