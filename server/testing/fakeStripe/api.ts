import { createHash } from "node:crypto";
import { type WrongParameter, wrongParameter, wrongReply } from "../stripeSpec/judgeStripe.ts";
import { type Book, type CardTry, invalidParameter } from "./book.ts";
import { type FormTree, readForm, textAt, textsUnder } from "./formBody.ts";
import { type FakeIntent, StripeRefusal } from "./shapes.ts";

export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  apiKey: string | null;
  idempotencyKey: string | null;
}

export interface ApiReply {
  status: number;
  body: Record<string, unknown>;
  replayed: boolean;
}

// Stripe's names of test cards (docs.stripe.com/testing#cards), each with the number of a card that ends alike.
const cardByName: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_authenticationRequired: "4000002500003155",
  pm_card_createDispute: "4000000000000259",
};

/** `remembered`: after 402 or from 500 on, a repeat with its key fails too. `butDone`: the request takes effect. */
export interface ApiFailure {
  status: number;
  remembered: boolean;
  butDone: boolean;
}

/**
 * Answers requests, and stores replies by their idempotency keys. `recordViolation` receives violations of Stripe's
 * specification; null skips the validation.
 */
export function openStripeApi(
  book: Book,
  isDelivered: (eventId: string) => boolean,
  recordViolation: ((violation: string) => void) | null,
) {
  const remembered = new Map<string, { fingerprint: string; reply: ApiReply }>();

  function answer(request: ApiRequest): ApiReply {
    const call = readCall(request);
    const ok = (body: Record<string, unknown>): ApiReply => ({ status: 200, body, replayed: false });
    try {
      checkAllowed(book, request, call);
      if (recordViolation !== null) checkParameters(call, recordViolation);
      return ok(perform(book, call, isDelivered));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: { ...error.body } }, replayed: false };
    }
  }

  function validate(request: ApiRequest, reply: ApiReply): ApiReply {
    const violation =
      recordViolation === null ? null : wrongReply(readCall(request).call, reply.status, reply.body);
    if (violation !== null) recordViolation?.(violation);
    return reply;
  }

  function runOnce(request: ApiRequest, work: () => ApiReply): ApiReply {
    const key = request.method === "POST" ? request.idempotencyKey : null;
    if (key === null) return work();

    const fingerprint = createHash("sha256").update(`${request.path}\n${request.body}`).digest("hex");
    const stored = remembered.get(key);
    if (stored && stored.fingerprint !== fingerprint) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return { status: 400, body: { error: { type: "idempotency_error", message } }, replayed: false };
    }
    if (stored) return { ...stored.reply, replayed: true };

    const reply = work();
    // A refusal before any effect is not stored.
    if (reply.status < 400 || reply.status === 402 || reply.status >= 500) {
      remembered.set(key, { fingerprint, reply });
    }
    return reply;
  }

  return {
    reply: (request: ApiRequest): ApiReply =>
      validate(
        request,
        runOnce(request, () => answer(request)),
      ),

    fail(request: ApiRequest, { status, remembered: isRemembered, butDone }: ApiFailure): ApiReply {
      const failed = (): ApiReply => {
        if (butDone) answer(request);
        return { status, body: { error: { ...errorOf(status) } }, replayed: false };
      };
      return validate(request, isRemembered ? runOnce(request, failed) : failed());
    },

    refuse(request: ApiRequest, { code, param }: { code: string; param: string | null }): ApiReply {
      const fields = { code, message: "Stripe refuses this request.", ...(param === null ? {} : { param }) };
      const error = { type: "invalid_request_error", ...fields };
      return validate(request, { status: 400, body: { error }, replayed: false });
    },

    forgetKeys: () => remembered.clear(),
  };
}

/** The error of a status other than 402 (docs.stripe.com/error-handling). */
function errorOf(status: number): { type: string; code?: string; message: string } {
  const type = status < 500 ? "invalid_request_error" : "api_error";
  const codes: Readonly<Record<number, string>> = { 404: "resource_missing", 429: "rate_limit" };
  const code = codes[status];
  return { type, ...(code === undefined ? {} : { code }), message: "An unknown error occurred" };
}

interface StripeCall {
  /** Such as "GET /v1/payment_intents/:id". */
  call: string;
  id: string;
  form: FormTree;
}

function readCall({ method, path, body }: ApiRequest): StripeCall {
  const url = new URL(path, "http://fake");
  const [, v1, noun, id, verb] = url.pathname.split("/");
  const call = `${method} /${v1}/${noun}${id === undefined ? "" : "/:id"}${verb === undefined ? "" : `/${verb}`}`;
  return { call, id: id ?? "", form: readForm(method === "POST" ? body : url.search) };
}

function checkParameters({ call, form }: StripeCall, recordViolation: (violation: string) => void): void {
  const violation: WrongParameter | null = wrongParameter(call, form);
  if (violation === null) return;
  recordViolation(`${call}: ${violation.message}`);
  throw invalidParameter(violation.param, violation.code, violation.message);
}

function checkAllowed(book: Book, request: ApiRequest, { call, id, form }: StripeCall): void {
  if (isPublishable(request)) {
    // The browser has the client secret, which gives access to one intent.
    const isBrowserCall =
      call === "GET /v1/payment_intents/:id" || call === "POST /v1/payment_intents/:id/confirm";
    if (!isBrowserCall || book.intentById(id).clientSecret !== textAt(form, "client_secret")) {
      throw refusedKey(
        403,
        "secret_key_required",
        "This call needs the secret key, or the intent's client secret.",
      );
    }
  } else if (!request.apiKey?.startsWith("sk_")) {
    throw refusedKey(401, "api_key_invalid", "You did not provide an API key that this account knows.");
  }
}

function perform(
  book: Book,
  { call, id, form }: StripeCall,
  isDelivered: (eventId: string) => boolean,
): Record<string, unknown> {
  const expand = Object.values(textsUnder(form, "expand"));
  switch (call) {
    case "POST /v1/payment_intents":
      return book.shown(createIntent(book, form), expand);
    case "GET /v1/payment_intents/:id":
      return book.shown(book.intentById(id), expand);
    case "POST /v1/payment_intents/:id/confirm":
      return book.shown(book.confirm(id, cardOf(form)), expand);
    case "POST /v1/payment_intents/:id/cancel":
      return book.shown(book.cancel(id), expand);
    case "POST /v1/refunds": {
      const amount = textAt(form, "amount");
      return book.refund(textAt(form, "payment_intent") ?? "", {
        amount: amount === null ? null : Number(amount),
        instructionsEmail: textAt(form, "instructions_email"),
        metadata: textsUnder(form, "metadata"),
      });
    }
    case "GET /v1/refunds": {
      const data = book.listRefunds(textAt(form, "payment_intent"));
      return { object: "list", url: "/v1/refunds", has_more: false, data };
    }
    case "GET /v1/disputes": {
      const data = book.listDisputes(textAt(form, "payment_intent"));
      return { object: "list", url: "/v1/disputes", has_more: false, data };
    }
    case "GET /v1/events": {
      const types = Object.values(textsUnder(form, "types"));
      const found = book.listEvents(Number(textAt(form, "created", "gte") ?? 0), types);
      const wantedSuccess = textAt(form, "delivery_success");
      const reply = found.filter(
        ({ id }) => wantedSuccess === null || String(isDelivered(id)) === wantedSuccess,
      );
      const after = textAt(form, "starting_after");
      const rest = after === null ? reply : reply.slice(reply.findIndex(({ id }) => id === after) + 1);
      const limit = Number(textAt(form, "limit") ?? 10);
      return { object: "list", url: "/v1/events", has_more: rest.length > limit, data: rest.slice(0, limit) };
    }
    case "GET /v1/events/:id":
      return { ...book.eventById(id) };
    default: {
      const message = `Unrecognized request URL (${call}).`;
      throw new StripeRefusal(404, { type: "invalid_request_error", message });
    }
  }
}

function createIntent(book: Book, form: FormTree): FakeIntent {
  return book.createIntent({
    amount: Number(textAt(form, "amount")),
    currency: (textAt(form, "currency") ?? "").toLowerCase(),
    description: textAt(form, "description"),
    receiptEmail: textAt(form, "receipt_email"),
    statementDescriptorSuffix: textAt(form, "statement_descriptor_suffix"),
    metadata: textsUnder(form, "metadata"),
  });
}

function cardOf(form: FormTree): CardTry {
  const name = textAt(form, "payment_method");
  const known = name === null ? undefined : cardByName[name];
  if (known === undefined) {
    throw invalidParameter("payment_method", "resource_missing", `No such PaymentMethod: '${name}'`);
  }
  return { number: known };
}

const isPublishable = (request: ApiRequest): boolean => request.apiKey?.startsWith("pk_") ?? false;

function refusedKey(status: number, code: string, message: string): StripeRefusal {
  return new StripeRefusal(status, { type: "invalid_request_error", code, message });
}
