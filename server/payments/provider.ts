/**
 * What do we ask of whoever takes the money? One small interface, so that nothing else knows which provider it is.
 * Invariant: a state is only ever what the provider says now (`retrieve`), never what an event or its order implies.
 * Nothing here may be called inside a transaction: a slow provider would hold its locks.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { ProviderName } from "../../contract/shapes/payment.ts";
import type { DisputeRow } from "../db/schema/money.ts";

/** Where an intent may stand, in our words for it. */
export const intentStates = [
  "requires_payment",
  "requires_action",
  "processing",
  "succeeded",
  "cancelled",
] as const;
/** Where an intent stands. */
export type IntentState = (typeof intentStates)[number];

/** An attempt to take money, as the provider tells it at this moment. Amounts in minor units of `currency`. */
export interface IntentNow {
  /** The provider's id of the intent. */
  providerRef: string;
  /** Our payment's id, as we gave it when the intent was made; null when the intent is not one of ours. */
  paymentId: number | null;
  state: IntentState;
  amount: number;
  amountReceived: number;
  currency: string;
  /** Why the last try was declined; null when it was not. Fit to be shown: codes that hint at fraud are folded. */
  declineCode: string | null;
  /** The same as a sentence for the buyer. */
  declineMessage: string | null;
  /** What has been given back, or is on its way; a refund that the bank sent back to us no longer counts. */
  refundedAmount: number;
  /** What the bank sent back of refunds that had been accepted, or the buyer did not claim: all since the payment. */
  sentBackAmount: number;
  /** How much of `refundedAmount` waits until the buyer has told the provider a bank account. */
  awaitsBuyerAmount: number;
  /** Each time that the buyer called the payment into question with the bank, the oldest first. */
  disputes: readonly Dispute[];
  /** What the provider keeps of it, in minor units of the currency that it counts in; absent until it tells. */
  fee?: { amount: number; currency: string };
}

/** A payment that the buyer called into question with the bank, by the provider's id of that. */
export type Dispute = DisputeRow & { ref: string };

/** What an intent is made from. The same values give the same intent for a day, however often it is asked for. */
export interface IntentRequest {
  paymentId: number;
  /** When our payment was opened. Ids alone repeat when a database is made anew on the same provider account. */
  openedAt: Date;
  /** Minor units, above 0. */
  amount: number;
  /** Lower case, three letters. */
  currency: string;
  description: string;
  /** What the buyer reads on the bank's statement after the account's name: at most ten characters; null for nothing. */
  statementSuffix: string | null;
  metadata: Record<string, string>;
}

/** What shall have been given back. */
export interface RefundRequest {
  providerRef: string;
  paymentId: number;
  /**
   * The total that shall have been refunded when this returns, in minor units: asking twice refunds once, and what
   * was refunded in the provider's dashboard meanwhile counts. One goal for a payment is pursued at a time
   * (refundClaim.ts); of two that are, the provider makes one.
   */
  amount: number;
  /** How many refunds of this payment were refused before: the next one is another request, not the echo of a refusal. */
  refusals: number;
  /** For the provider's books; the buyer does not see it. */
  reason: string;
  /** Where the provider asks the buyer for a bank account, of payments that cannot go back the way they came. */
  buyerEmail: string | null;
}

/** A delivery whose signature was right. It says that something changed, not what: ask `retrieve`. */
export interface WebhookEvent {
  eventId: string;
  type: string;
  /** The intent it is about; null when it is about something else. */
  providerRef: string | null;
}

/** What of a payment has been given back in all, as `IntentNow` says it. */
export type RefundedAmounts = Pick<IntentNow, "refundedAmount" | "awaitsBuyerAmount">;

/** Who takes the money. Every call may throw `ProviderDown` or `ProviderRefused`. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** What is wrong with it, by its last answers; null when nothing is. Absent where nobody counts. */
  trouble?(): Exclude<Trouble, "limited"> | null;
  /** Asks one harmless question. It throws as every call does when the key does not work. */
  checkKey?(): Promise<void>;
  /** The same for what nobody waits for: it is asked after the buyers. Absent where there is one queue for all. */
  readonly forJobs?: PaymentProvider;
  /** For the browser; null where the browser needs none. */
  readonly publishableKey: string | null;
  createIntent(request: IntentRequest): Promise<{ providerRef: string; clientSecret: string }>;
  retrieve(providerRef: string): Promise<IntentNow>;
  /** Ends the intent, so that it can no longer be paid. One that was paid first comes back as succeeded. */
  cancel(providerRef: string): Promise<IntentNow>;
  /** Gives money back once, however often it is asked to; returns the total refunded since the payment. */
  refund(request: RefundRequest): Promise<RefundedAmounts>;
  /**
   * Reads a delivery from its bytes as they came (never parsed and written again).
   * @throws WebhookRefused when it is unsigned, altered, older than five minutes, or not an event.
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): WebhookEvent;
  /** Events since an instant, delivered or not, the oldest first, as far back as the provider remembers. */
  eventsSince(since: Date): Promise<WebhookEvent[]>;
}

/**
 * Why a provider could not be asked: it does not answer, it answers that there are too many requests, or it does not
 * accept our key for this call.
 */
export type Trouble = "down" | "limited" | "key";

/** The provider could not be asked, or not be understood. What was asked for may have been done; ask again later. */
export class ProviderDown extends Error {
  override readonly name = "ProviderDown";
  readonly trouble: Trouble;
  constructor(message: string, { trouble = "down", ...options }: ErrorOptions & { trouble?: Trouble } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** The provider said no, and will say no again. `code` is its word for why; the message is fit for the buyer. */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the provider said that it has no such intent. */
export function isUnknownIntent(error: unknown): error is ProviderRefused {
  return error instanceof ProviderRefused && error.code === "resource_missing";
}

/** A webhook delivery that is not to be believed. Answer 400 and keep nothing of it. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}
