/** Invariant: a succeeded or canceled intent keeps its status; a new refund does not exceed what is left. */
import { randomUUID } from "node:crypto";
import { declineMessage } from "../../payments/declineMessages.ts";
import { cardDigits, judgeCard } from "../../payments/testCards.ts";
import { apiVersion } from "../stripeSpec/judgeStripe.ts";
import {
  countsAsRefunded,
  type DisputeStatus,
  type FakeDispute,
  type FakeIntent,
  type FakeRefund,
  StripeRefusal,
  toStripeCharge,
  toStripeDispute,
  toStripeIntent,
  toStripeRefund,
} from "./shapes.ts";

export interface FakeEvent {
  id: string;
  object: "event";
  api_version: string;
  type: string;
  created: number;
  livemode: false;
  pending_webhooks: number;
  request: null;
  data: { object: Record<string, unknown> };
}

export interface NewIntent {
  amount: number;
  currency: string;
  description: string | null;
  receiptEmail: string | null;
  statementDescriptorSuffix: string | null;
  metadata: Record<string, string>;
}

/** `amount` is null for all that is left. */
export interface NewRefund {
  amount: number | null;
  instructionsEmail?: string | null;
  metadata: Record<string, string>;
}

/** `confirmed` is the result of the bank's authentication. */
export interface CardTry {
  number: string;
  confirmed?: boolean;
  method?: FakeIntent["method"];
}

/** From docs.stripe.com/currencies, in minor units: a separate list, to check ours. */
export const minimumCharges: ReadonlyMap<string, number> = new Map([
  ["aed", 200],
  ["aud", 50],
  ["brl", 50],
  ["cad", 50],
  ["chf", 50],
  ["czk", 1500],
  ["dkk", 250],
  ["eur", 50],
  ["gbp", 30],
  ["hkd", 400],
  ["huf", 17_500],
  ["inr", 50],
  ["jpy", 50],
  ["mxn", 1000],
  ["myr", 200],
  ["nok", 300],
  ["nzd", 50],
  ["pln", 200],
  ["ron", 200],
  ["sek", 300],
  ["sgd", 50],
  ["thb", 1000],
  ["usd", 50],
]);
/** An amount has at most eight digits. */
export const maximumCharge = 99_999_999;

const answerSeconds = 7 * 24 * 3600;

const makeId = (prefix: string): string => `${prefix}_3${randomUUID().replaceAll("-", "")}`;

/** Opens the book of one fake account. */
export function openBook(options: { clock: () => Date; onEvent: (event: FakeEvent) => void }) {
  const intents = new Map<string, FakeIntent>();
  const refunds = new Map<string, FakeRefund>();
  const disputes = new Map<string, FakeDispute>();
  const events = new Map<string, FakeEvent>();
  const nowSeconds = () => Math.floor(options.clock().getTime() / 1000);

  const refundsOf = (intent: FakeIntent) =>
    [...refunds.values()].filter((refund) => refund.intentId === intent.id);
  const shown = (intent: FakeIntent, expand: readonly string[] = []) =>
    toStripeIntent(intent, refundsOf(intent), expand);

  function emitEvent(type: string, object: Record<string, unknown>): void {
    const event: FakeEvent = {
      id: makeId("evt"),
      object: "event",
      api_version: apiVersion,
      type,
      created: nowSeconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      data: { object },
    };
    events.set(event.id, event);
    options.onEvent(event);
  }

  function intentById(id: string): FakeIntent {
    const intent = intents.get(id);
    if (!intent) throw missing("payment_intent", id);
    return intent;
  }

  function refundById(id: string): FakeRefund {
    const refund = refunds.get(id);
    if (!refund) throw missing("refund", id);
    return refund;
  }

  function requireStatus(intent: FakeIntent, allowed: readonly FakeIntent["status"][], verb: string): void {
    if (allowed.includes(intent.status)) return;
    throw new StripeRefusal(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
      payment_intent: shown(intent),
    });
  }

  function succeed(intent: FakeIntent): void {
    Object.assign(intent, {
      status: "succeeded",
      lastError: null,
      pendingCard: null,
      chargeId: makeId("ch"),
    });
    emitEvent("charge.succeeded", toStripeCharge(intent, [], false));
    emitEvent("payment_intent.succeeded", shown(intent));
  }

  function fail(intent: FakeIntent, lastError: NonNullable<FakeIntent["lastError"]>): void {
    Object.assign(intent, { status: "requires_payment_method", lastError, pendingCard: null });
    emitEvent("payment_intent.payment_failed", shown(intent));
  }

  function declineWith(intent: FakeIntent, declineCode: string): never {
    // `code` is "card_declined" and `decline_code` says why, but a mistake in the card's details is itself the `code`.
    const isMistakeInDetails = /^(incorrect|invalid|expired)_/.test(declineCode);
    const why = declineCode === "card_declined" ? "generic_decline" : declineCode;
    const lastError = {
      code: isMistakeInDetails ? declineCode : "card_declined",
      declineCode: isMistakeInDetails ? null : why,
      message: declineMessage(declineCode),
    };
    fail(intent, lastError);
    throw new StripeRefusal(402, {
      type: "card_error",
      code: lastError.code,
      ...(lastError.declineCode === null ? {} : { decline_code: lastError.declineCode }),
      message: lastError.message,
      payment_intent: shown(intent),
    });
  }

  return {
    intentById,
    shown,

    /** Events since an instant in seconds, newest first. */
    listEvents(since: number, types: readonly string[]): FakeEvent[] {
      return [...events.values()]
        .filter(({ created, type }) => created >= since && (types.length === 0 || types.includes(type)))
        .toReversed();
    },

    eventById(id: string): FakeEvent {
      const event = events.get(id);
      if (!event) throw missing("event", id);
      return event;
    },

    createIntent(request: NewIntent): FakeIntent {
      const least = minimumCharges.get(request.currency) ?? 1;
      if (!Number.isSafeInteger(request.amount) || request.amount < 1) {
        throw invalidParameter("amount", "parameter_invalid_integer", "Invalid integer");
      }
      if (request.amount < least) {
        const message = `Amount must be at least ${least} ${request.currency}`;
        throw invalidParameter("amount", "amount_too_small", message);
      }
      if (request.amount > maximumCharge) {
        throw invalidParameter("amount", "amount_too_large", `Amount must be no more than ${maximumCharge}`);
      }
      if (!/^[a-z]{3}$/.test(request.currency)) {
        throw invalidParameter(
          "currency",
          "parameter_invalid_string",
          `Invalid currency: ${request.currency}`,
        );
      }
      const id = makeId("pi");
      const intent: FakeIntent = {
        ...request,
        id,
        clientSecret: makeId(`${id}_secret`),
        status: "requires_payment_method",
        lastError: null,
        pendingCard: null,
        chargeId: null,
        method: "card",
        disputed: false,
        created: nowSeconds(),
      };
      intents.set(id, intent);
      emitEvent("payment_intent.created", shown(intent));
      return intent;
    },

    /** Tries a card. @throws StripeRefusal 402 if it is declined, after recording the decline. */
    confirm(id: string, card: CardTry): FakeIntent {
      const intent = intentById(id);
      requireStatus(intent, ["requires_payment_method", "requires_action"], "confirm");
      intent.method = card.method ?? "card";
      const number = cardDigits(card.number);
      const verdict = judgeCard({ number, expMonth: 12, expYear: 2099, cvc: "123" }, options.clock());
      if (verdict.outcome === "declined") return declineWith(intent, verdict.declineCode);
      if (verdict.outcome === "asksToConfirm" && !(card.confirmed && intent.pendingCard === number)) {
        Object.assign(intent, { status: "requires_action", lastError: null, pendingCard: number });
        emitEvent("payment_intent.requires_action", shown(intent));
        return intent;
      }
      succeed(intent);
      return intent;
    },

    /** Starts a slow payment, such as a bank transfer. */
    startProcessing(id: string): void {
      const intent = intentById(id);
      requireStatus(intent, ["requires_payment_method", "requires_action"], "confirm");
      Object.assign(intent, { status: "processing", lastError: null, pendingCard: null });
      emitEvent("payment_intent.processing", shown(intent));
    },

    finishProcessing(id: string, outcome: "succeeded" | "failed"): void {
      const intent = intentById(id);
      requireStatus(intent, ["processing"], "finish");
      const code = "payment_intent_payment_attempt_failed";
      if (outcome === "succeeded") succeed(intent);
      else fail(intent, { code, declineCode: null, message: declineMessage(code) });
    },

    cancel(id: string): FakeIntent {
      const intent = intentById(id);
      requireStatus(intent, ["requires_payment_method", "requires_action"], "cancel");
      intent.status = "canceled";
      emitEvent("payment_intent.canceled", shown(intent));
      return intent;
    },

    refund(id: string, { amount, instructionsEmail = null, metadata }: NewRefund): Record<string, unknown> {
      const intent = intentById(id);
      if (intent.status !== "succeeded") {
        throw invalidParameter(
          "payment_intent",
          "payment_intent_unexpected_state",
          "It has no successful charge",
        );
      }
      const earlier = refundsOf(intent).filter(countsAsRefunded);
      const left = intent.amount - earlier.reduce((sum, refund) => sum + refund.amount, 0);
      if (left === 0) {
        throw invalidParameter(
          "charge",
          "charge_already_refunded",
          `Charge ${intent.chargeId} has already been refunded.`,
        );
      }
      const refunded = amount ?? left;
      if (!Number.isSafeInteger(refunded) || refunded < 1 || refunded > left) {
        throw invalidParameter(
          "amount",
          "parameter_invalid_integer",
          `Refund amount is not between 1 and ${left}`,
        );
      }
      const needsBankAccount = intent.method === "promptpay";
      if (needsBankAccount && instructionsEmail === null) {
        throw invalidParameter(
          "instructions_email",
          "parameter_missing",
          "This payment method needs an email address to which the instructions for the refund go.",
        );
      }
      const refund: FakeRefund = {
        id: makeId("re"),
        intentId: id,
        amount: refunded,
        status: needsBankAccount ? "requires_action" : "succeeded",
        instructionsEmail,
        metadata,
        created: nowSeconds(),
      };
      refunds.set(refund.id, refund);
      emitEvent("refund.created", toStripeRefund(refund, intent));
      emitEvent("charge.refunded", toStripeCharge(intent, refundsOf(intent), false));
      return toStripeRefund(refund, intent);
    },

    /** The buyer's bank returns the refund. */
    failRefund(refundId: string): void {
      const refund = refundById(refundId);
      refund.status = "failed";
      emitEvent("refund.failed", toStripeRefund(refund, intentById(refund.intentId)));
    },

    /** The buyer gave Stripe a bank account, or did not in time. */
    answerRefund(refundId: string, hasBankAccount: boolean): void {
      const refund = refundById(refundId);
      refund.status = hasBankAccount ? "succeeded" : "canceled";
      emitEvent("refund.updated", toStripeRefund(refund, intentById(refund.intentId)));
    },

    listRefunds(intentId: string | null): Record<string, unknown>[] {
      return [...refunds.values()]
        .filter((refund) => intentId === null || refund.intentId === intentId)
        .toReversed()
        .map((refund) => toStripeRefund(refund, intentById(refund.intentId)));
    },

    dispute(id: string, status: DisputeStatus = "needs_response"): void {
      const intent = intentById(id);
      requireStatus(intent, ["succeeded"], "dispute");
      intent.disputed = true;
      const dispute: FakeDispute = {
        id: makeId("du"),
        intentId: id,
        amount: intent.amount,
        status,
        dueBy: nowSeconds() + answerSeconds,
        created: nowSeconds(),
      };
      disputes.set(dispute.id, dispute);
      emitEvent("charge.dispute.created", toStripeDispute(dispute, intent));
    },

    moveDispute(intentId: string, status: DisputeStatus): void {
      const dispute = [...disputes.values()].findLast((one) => one.intentId === intentId);
      if (!dispute) throw missing("dispute", intentId);
      dispute.status = status;
      const isClosed = ["won", "lost", "warning_closed", "prevented"].includes(status);
      emitEvent(
        `charge.dispute.${isClosed ? "closed" : "updated"}`,
        toStripeDispute(dispute, intentById(intentId)),
      );
    },

    listDisputes(intentId: string | null): Record<string, unknown>[] {
      return [...disputes.values()]
        .filter((dispute) => intentId === null || dispute.intentId === intentId)
        .toReversed()
        .map((dispute) => toStripeDispute(dispute, intentById(dispute.intentId)));
    },

    snapshot(): { intents: FakeIntent[]; refunds: FakeRefund[]; events: FakeEvent[] } {
      return structuredClone({
        intents: [...intents.values()],
        refunds: [...refunds.values()],
        events: [...events.values()],
      });
    },
  };
}

export type Book = ReturnType<typeof openBook>;

/** Stripe's error for an invalid parameter. */
export function invalidParameter(param: string, code: string, message: string): StripeRefusal {
  return new StripeRefusal(400, { type: "invalid_request_error", code, param, message });
}

function missing(what: string, id: string): StripeRefusal {
  const message = `No such ${what}: '${id}'`;
  return new StripeRefusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    param: "id",
    message,
  });
}
