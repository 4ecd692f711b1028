/**
 * The interface to payment providers.
 * Do not call a provider inside a transaction: if the provider is slow, the transaction keeps its locks for a long
 * time.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { ProviderName } from "../../contract/shapes/money/payment.ts";
import type { DisputeRow } from "../db/schema/money.ts";

/** The states of an intent, in our words. */
export const intentStates = [
  "requires_payment",
  "requires_action",
  "processing",
  "succeeded",
  "cancelled",
] as const;

/** An intent as the provider reports it now. Amounts in minor units of `currency`. */
export interface CurrentIntent {
  /** The provider's id of the intent. */
  providerRef: string;
  /** Our payment's id from the metadata; null if the intent is not ours. */
  paymentId: number | null;
  state: (typeof intentStates)[number];
  amount: number;
  amountReceived: number;
  currency: string;
  /** The code of the last decline, or null. Safe to show: codes that hint at fraud are replaced. */
  declineCode: string | null;
  /** The same as a sentence for the buyer. */
  declineMessage: string | null;
  /** Refunded or being refunded, without `sentBackAmount`. */
  refundedAmount: number;
  /** The total of refunds that the bank returned after they were accepted, or that the buyer did not claim. */
  sentBackAmount: number;
  /** The part of `refundedAmount` that waits until the buyer gives the provider a bank account. */
  awaitsBuyerAmount: number;
  /** All disputes of the payment, oldest first. */
  disputes: readonly Dispute[];
  /** The provider's fee, in minor units of its own currency; absent if it is not known. */
  fee?: { amount: number; currency: string };
}

/** A dispute, with the provider's id. */
export type Dispute = DisputeRow & { ref: string };

/** The values of a new intent. A repeated request with the same values returns the same intent for at least a day. */
export interface IntentRequest {
  paymentId: number;
  /** When our payment was opened. It makes the idempotency key unique: ids repeat if the database is recreated. */
  openedAt: Date;
  /** Minor units, above 0. */
  amount: number;
  /** Lower case, three letters. */
  currency: string;
  description: string;
  /** The text on the bank statement after the account's name, at most ten characters; null for none. */
  statementSuffix: string | null;
  metadata: Record<string, string>;
}

/** A request to refund up to a total. */
export interface RefundRequest {
  providerRef: string;
  paymentId: number;
  /**
   * The total that must be refunded when this returns, in minor units. Refunds that were made before count, also those
   * in the provider's dashboard. Two simultaneous requests do not refund more than the larger total.
   */
  amount: number;
  /**
   * How many refunds failed before. With another number, a provider makes a new request instead of
   * replaying its refusal.
   */
  refusals: number;
  /** For the provider's records; the buyer does not see it. */
  reason: string;
  /** The address where the provider asks for the buyer's bank account, for payments that it cannot return directly. */
  buyerEmail: string | null;
}

/** An event of the provider. It only shows that something changed: `retrieve` returns the current state. */
export interface WebhookEvent {
  eventId: string;
  type: string;
  /** The intent of the event; null if it is about something else. */
  providerRef: string | null;
}

/** The refunded totals of a payment, as in `CurrentIntent`. */
export type RefundedAmounts = Pick<CurrentIntent, "refundedAmount" | "awaitsBuyerAmount">;

/** A payment provider. Calls that ask it may throw `ProviderDown` or `ProviderRefused`. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** The problem that the last calls showed, or null. Absent without a circuit breaker (breaker.ts). */
  trouble?(): Exclude<Trouble, "limited"> | null;
  /** Makes one harmless request, which fails if the key does not work. Absent without a key. */
  checkKey?(): Promise<void>;
  /** The same provider for calls that no user waits for: they queue behind the buyers. Absent without such a queue. */
  readonly forJobs?: PaymentProvider;
  /** For the browser; null if it needs none. */
  readonly publishableKey: string | null;
  createIntent(request: IntentRequest): Promise<{ providerRef: string; clientSecret: string }>;
  retrieve(providerRef: string): Promise<CurrentIntent>;
  /** Cancels the intent, so that it can no longer be paid. One that is paid or processing is returned as it is. */
  cancel(providerRef: string): Promise<CurrentIntent>;
  /** Returns the refunded totals, with the new refund. */
  refund(request: RefundRequest): Promise<RefundedAmounts>;
  /**
   * Reads a delivery from its raw bytes (never parsed and serialised again).
   * @throws WebhookRefused unless it is an event that the provider signed at most five minutes before or after now.
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): WebhookEvent;
  /**
   * Events since an instant that may change a payment, delivered or not, oldest first. Providers list the events of a
   * limited time.
   */
  eventsSince(since: Date): Promise<WebhookEvent[]>;
}

/**
 * Why a provider could not be asked: it does not answer, it answers "too many requests", or it does not accept our key
 * for this call.
 */
export type Trouble = "down" | "limited" | "key";

/**
 * The provider could not be asked, or its answer was not understood. The request may have succeeded; ask again later.
 */
export class ProviderDown extends Error {
  override readonly name = "ProviderDown";
  readonly trouble: Trouble;
  constructor(message: string, { trouble = "down", ...options }: ErrorOptions & { trouble?: Trouble } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** The provider refused the request. `code` is its code; the message is safe to show to the buyer. */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the provider does not know what was asked for, such as the intent. */
export function isUnknownIntent(error: unknown): error is ProviderRefused {
  return error instanceof ProviderRefused && error.code === "resource_missing";
}

/** A webhook delivery that must not be accepted. Answer 400 and store nothing of it. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}
