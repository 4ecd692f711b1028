/** What do Stripe's objects look like on the wire? Only the fields that an integration of ours may read. */

/** An attempt to take money, as the fake keeps it. Amounts in minor units, instants in seconds. */
export interface FakeIntent {
  id: string;
  clientSecret: string;
  amount: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  description: string | null;
  receiptEmail: string | null;
  metadata: Record<string, string>;
  lastError: { code: string; declineCode: string | null; message: string } | null;
  /** The card that waits for its holder's confirmation. */
  pendingCard: string | null;
  chargeId: string | null;
  disputed: boolean;
  created: number;
}

/** Money given back, as the fake keeps it. */
export interface FakeRefund {
  id: string;
  intentId: string;
  amount: number;
  status: "succeeded" | "failed";
  metadata: Record<string, string>;
  created: number;
}

/** What an error of Stripe's says. */
export interface StripeErrorBody {
  type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: Record<string, unknown>;
}

/** A refusal of a request, thrown by the fake's parts and written by its server. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** A refund as Stripe shows it. */
export function shownRefund(refund: FakeRefund, intent: FakeIntent): Record<string, unknown> {
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    charge: intent.chargeId,
    created: refund.created,
    currency: intent.currency,
    ...(refund.status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
    metadata: refund.metadata,
    payment_intent: intent.id,
    reason: null,
    status: refund.status,
  };
}

/** A charge as Stripe shows it; `refunds` is there only when it was asked for. */
export function shownCharge(
  intent: FakeIntent,
  refunds: readonly FakeRefund[],
  withRefunds: boolean,
  withFee = false,
): Record<string, unknown> {
  const refunded = refunds
    .filter((refund) => refund.status !== "failed")
    .reduce((sum, refund) => sum + refund.amount, 0);
  return {
    id: intent.chargeId,
    object: "charge",
    amount: intent.amount,
    amount_refunded: refunded,
    balance_transaction: withFee ? shownBooking(intent) : `txn_${intent.id}`,
    currency: intent.currency,
    disputed: intent.disputed,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: refunded === intent.amount,
    status: "succeeded",
    ...(withRefunds
      ? {
          refunds: {
            object: "list",
            // Ten, the newest first, as Stripe expands a list.
            data: refunds
              .toReversed()
              .slice(0, 10)
              .map((refund) => shownRefund(refund, intent)),
            has_more: refunds.length > 10,
            url: `/v1/charges/${intent.chargeId}/refunds`,
          },
        }
      : {}),
  };
}

/** What Stripe keeps of a charge: 1.5 % and 25 cents, as of a European card. */
export function stripeFee(amount: number): number {
  return Math.round(amount * 0.015) + 25;
}

/** The line of Stripe's books that a charge makes. */
function shownBooking(intent: FakeIntent): Record<string, unknown> {
  const fee = stripeFee(intent.amount);
  return {
    id: `txn_${intent.id}`,
    object: "balance_transaction",
    amount: intent.amount,
    currency: intent.currency,
    fee,
    net: intent.amount - fee,
    source: intent.chargeId,
    type: "charge",
  };
}

/** An intent as Stripe shows it. `latest_charge` is an id, or the charge itself when `expand` names it. */
export function shownIntent(
  intent: FakeIntent,
  refunds: readonly FakeRefund[],
  expand: readonly string[] = [],
): Record<string, unknown> {
  const expandsCharge = expand.some((path) => path === "latest_charge" || path.startsWith("latest_charge."));
  const charge = expandsCharge
    ? shownCharge(
        intent,
        refunds,
        expand.includes("latest_charge.refunds"),
        expand.includes("latest_charge.balance_transaction"),
      )
    : intent.chargeId;
  return {
    id: intent.id,
    object: "payment_intent",
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    automatic_payment_methods: { enabled: true },
    canceled_at: intent.status === "canceled" ? intent.created : null,
    capture_method: "automatic_async",
    client_secret: intent.clientSecret,
    confirmation_method: "automatic",
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.lastError
      ? {
          type: "card_error",
          code: intent.lastError.code,
          ...(intent.lastError.declineCode === null ? {} : { decline_code: intent.lastError.declineCode }),
          message: intent.lastError.message,
        }
      : null,
    latest_charge: intent.chargeId === null ? null : charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.status === "requires_action" ? { type: "use_stripe_sdk", use_stripe_sdk: {} } : null,
    payment_method_types: ["card"],
    receipt_email: intent.receiptEmail,
    status: intent.status,
  };
}
