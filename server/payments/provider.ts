/** Do not call a provider inside a transaction, which would keep its locks while a slow provider answers. */
import type { IncomingHttpHeaders } from "node:http";
import type { ProviderName } from "../../contract/shapes/money/payment.ts";
import type { DisputeRow } from "../db/schema/money.ts";

export const intentStates = [
  "requires_payment",
  "requires_action",
  "processing",
  "succeeded",
  "cancelled",
] as const;

/** An intent as the provider reports it now, with amounts in minor units of `currency`. */
export interface CurrentIntent {
  providerRef: string;
  /** Null if the intent is not ours. */
  paymentId: number | null;
  state: (typeof intentStates)[number];
  amount: number;
  amountReceived: number;
  currency: string;
  /** Of the last decline, while the intent waits for another try. Codes that hint at fraud are replaced. */
  declineCode: string | null;
  /** `declineCode` as a sentence for the buyer. */
  declineMessage: string | null;
  /** Refunded or being refunded, without `sentBackAmount`. */
  refundedAmount: number;
  /** Refunds that failed or were cancelled, also those that the bank returned or that the buyer did not claim. */
  sentBackAmount: number;
  /** The part of `refundedAmount` that waits until the buyer gives the provider a bank account. */
  awaitsBuyerAmount: number;
  /** Oldest first. */
  disputes: readonly Dispute[];
  /** In minor units of its own currency; absent if unknown. */
  fee?: { amount: number; currency: string };
}

export type Dispute = DisputeRow & { ref: string };

/** The same values return the same intent for at least a day. */
export interface IntentRequest {
  paymentId: number;
  /** For the idempotency key: ids repeat if the database is recreated. */
  openedAt: Date;
  /** Minor units. */
  amount: number;
  /** Lower case. */
  currency: string;
  description: string;
  /** At most ten characters, after the account's name on the bank statement. */
  statementSuffix: string | null;
  metadata: Record<string, string>;
}

export interface RefundRequest {
  providerRef: string;
  paymentId: number;
  /**
   * The total that must be refunded afterwards, in minor units. Earlier refunds count, also those in the provider's
   * dashboard. Two simultaneous requests with the same `refusals` do not refund more than the larger total.
   */
  amount: number;
  /** How many refunds failed before. With another number, the provider does not replay its refusal. */
  refusals: number;
  /** The buyer does not see it. */
  reason: string;
  /** Where the provider asks for a bank account, if it cannot refund directly. */
  buyerEmail: string | null;
}

/** An event shows only that something changed: `retrieve` returns the current state. */
export interface WebhookEvent {
  eventId: string;
  type: string;
  /** The event's intent; null if it is about something else. */
  providerRef: string | null;
}

export type RefundedAmounts = Pick<CurrentIntent, "refundedAmount" | "awaitsBuyerAmount">;

/** Calls that ask it may throw `ProviderDown` or `ProviderRefused`. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** The problem that the last calls showed. Absent without a circuit breaker (breaker.ts). */
  trouble?(): Exclude<Trouble, "limited"> | null;
  /** Makes one harmless request, which fails if the key does not work. Absent without a key. */
  checkKey?(): Promise<void>;
  /** The same provider for calls that wait behind those of buyers. Absent without such a queue. */
  readonly forJobs?: PaymentProvider;
  /** For the browser. */
  readonly publishableKey: string | null;
  createIntent(request: IntentRequest): Promise<{ providerRef: string; clientSecret: string }>;
  retrieve(providerRef: string): Promise<CurrentIntent>;
  /** Cancels the intent if possible, and returns it as it is then. */
  cancel(providerRef: string): Promise<CurrentIntent>;
  refund(request: RefundRequest): Promise<RefundedAmounts>;
  /** @throws WebhookRefused, also if it was signed more than five minutes before or after now */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): WebhookEvent;
  /** Events that may change a payment, oldest first, as far back as the provider lists them. */
  eventsSince(since: Date): Promise<WebhookEvent[]>;
}

/** `limited`: too many requests. `key`: our key is not accepted for this call. `down`: anything else. */
export type Trouble = "down" | "limited" | "key";

/** The request may have succeeded; ask again later. */
export class ProviderDown extends Error {
  override readonly name = "ProviderDown";
  readonly trouble: Trouble;
  constructor(message: string, { trouble = "down", ...options }: ErrorOptions & { trouble?: Trouble } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** The message is safe to show to the buyer. */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the provider does not know the intent. */
export function isUnknownIntent(error: unknown): error is ProviderRefused {
  return error instanceof ProviderRefused && error.code === "resource_missing";
}

/** Answer 400 and store nothing of the delivery. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}
