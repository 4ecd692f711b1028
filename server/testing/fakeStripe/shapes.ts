/** Amounts in minor units, instants in seconds. */
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
  /** The card that waits for its holder's authentication. */
  pendingCard: string | null;
  chargeId: string | null;
  /** A refund to PromptPay needs a bank account from the buyer. */
  method: "card" | "promptpay";
  disputed: boolean;
  statementDescriptorSuffix: string | null;
  created: number;
}

const otherMethods: Readonly<Record<string, readonly string[]>> = { thb: ["promptpay"] };

export interface FakeRefund {
  id: string;
  intentId: string;
  amount: number;
  status: "succeeded" | "pending" | "requires_action" | "failed" | "canceled";
  instructionsEmail: string | null;
  metadata: Record<string, string>;
  created: number;
}

/** `warning_…` is the bank's inquiry before it takes money. */
export type DisputeStatus =
  | "warning_needs_response"
  | "warning_under_review"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "won"
  | "lost"
  | "prevented";

export interface FakeDispute {
  id: string;
  intentId: string;
  amount: number;
  status: DisputeStatus;
  /** The deadline of the club's answer, in seconds. */
  dueBy: number;
  created: number;
}

export interface StripeErrorBody {
  type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: Record<string, unknown>;
}

export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** A refund in Stripe's format. */
export function toStripeRefund(refund: FakeRefund, intent: FakeIntent): Record<string, unknown> {
  return {
    id: refund.id,
    object: "refund",
    amount: refund.amount,
    charge: intent.chargeId,
    created: refund.created,
    currency: intent.currency,
    ...(refund.status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
    ...(refund.instructionsEmail === null ? {} : { instructions_email: refund.instructionsEmail }),
    metadata: refund.metadata,
    ...(refund.status === "requires_action" ? { next_action: bankDetailsRequest(refund, intent) } : {}),
    payment_intent: intent.id,
    ...(refund.status === "pending" ? { pending_reason: "processing" } : {}),
    reason: null,
    status: refund.status,
  };
}

const bankDetailsSeconds = 45 * 24 * 3600;

function bankDetailsRequest({ instructionsEmail, created }: FakeRefund, { receiptEmail }: FakeIntent) {
  const email_sent = { email_sent_at: created, email_sent_to: instructionsEmail ?? receiptEmail ?? "" };
  return {
    type: "display_details",
    display_details: { email_sent, expires_at: created + bankDetailsSeconds },
  };
}

/** A dispute in Stripe's format. */
export function toStripeDispute(dispute: FakeDispute, intent: FakeIntent): Record<string, unknown> {
  return {
    id: dispute.id,
    object: "dispute",
    amount: dispute.amount,
    balance_transactions: [],
    charge: intent.chargeId,
    created: dispute.created,
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: dispute.dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: "fraudulent",
    status: dispute.status,
  };
}

export const countsAsRefunded = ({ status }: FakeRefund) => status !== "failed" && status !== "canceled";

/** A charge in Stripe's format. */
export function toStripeCharge(
  intent: FakeIntent,
  refunds: readonly FakeRefund[],
  withRefunds: boolean,
  withFee = false,
): Record<string, unknown> {
  const refunded = refunds.filter(countsAsRefunded).reduce((sum, refund) => sum + refund.amount, 0);
  return {
    id: intent.chargeId,
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    balance_transaction: withFee ? balanceTransaction(intent) : `txn_${intent.id}`,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: true,
    created: intent.created,
    currency: intent.currency,
    disputed: intent.disputed,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: { type: intent.method },
    refunded: refunded === intent.amount,
    status: "succeeded",
    ...(withRefunds
      ? {
          refunds: {
            object: "list",
            // Stripe expands the ten newest entries of a list.
            data: refunds
              .toReversed()
              .slice(0, 10)
              .map((refund) => toStripeRefund(refund, intent)),
            has_more: refunds.length > 10,
            url: `/v1/charges/${intent.chargeId}/refunds`,
          },
        }
      : {}),
  };
}

/** The fee that the fake takes of a charge, in minor units. */
export function stripeFee(amount: number): number {
  return Math.round(amount * 0.015) + 25;
}

function balanceTransaction(intent: FakeIntent): Record<string, unknown> {
  const fee = stripeFee(intent.amount);
  return {
    id: `txn_${intent.id}`,
    object: "balance_transaction",
    amount: intent.amount,
    available_on: intent.created,
    balance_type: "payments",
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    exchange_rate: null,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency: intent.currency,
        description: "Stripe processing fees",
        type: "stripe_fee",
      },
    ],
    net: intent.amount - fee,
    reporting_category: "charge",
    source: intent.chargeId,
    status: "pending",
    type: "charge",
  };
}

/** An intent in Stripe's format. `expand` has paths as in Stripe's API; only those of the charge are expanded. */
export function toStripeIntent(
  intent: FakeIntent,
  refunds: readonly FakeRefund[],
  expand: readonly string[] = [],
): Record<string, unknown> {
  const expandsCharge = expand.some((path) => path === "latest_charge" || path.startsWith("latest_charge."));
  const charge = expandsCharge
    ? toStripeCharge(
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
    payment_method_types: ["card", ...(otherMethods[intent.currency] ?? [])],
    receipt_email: intent.receiptEmail,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
  };
}
