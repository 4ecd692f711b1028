import { createHash } from "node:crypto";
import Stripe from "stripe";
import { refusalMessage } from "./declineMessages.ts";
import type { SendInTurn } from "./pace.ts";
import { markOf } from "./paymentIdInMetadata.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused, type WebhookEvent } from "./provider.ts";
import { createAskStripe, isRefusedSuffix, isReplayedFailure, type StripeLog } from "./stripeErrors.ts";
import { createStripeHttp } from "./stripeHttp.ts";
import {
  asksBuyerForAccount,
  chargeOf,
  intentFromStripe,
  refundedByStripe,
  type StripeReading,
} from "./stripeIntent.ts";
import { readEvent, readStripeWebhook } from "./stripeWebhook.ts";

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** Two while one is being replaced. */
  webhookSecrets: readonly string[];
  /** Null for Stripe itself. */
  apiBase: string | null;
  installation: string;
  clock: () => Date;
  /** How long one try waits for Stripe's next data. */
  timeoutMs?: number;
  /** The time limit of one turn of a call, with the SDK's retry. */
  withinMs?: number;
  log?: StripeLog | undefined;
  inTurn?: SendInTurn;
}

const defaultTimeoutMs = 7_000;

/** The charge comes with its ten newest refunds and its fee. */
const withRefunds = { expand: ["latest_charge.refunds", "latest_charge.balance_transaction"] };

/** Creates the Stripe provider. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    timeout: settings.timeoutMs ?? defaultTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: createStripeHttp(),
    appInfo: { name: "Foyer" },
    ...(settings.apiBase === null ? {} : hostOf(settings.apiBase)),
  });

  const askStripe = createAskStripe(settings);

  /** Disputes, and more than ten refunds, need another request. */
  async function readIntent(providerRef: string): Promise<StripeReading> {
    const intent = await askStripe(
      "retrieve an intent",
      () => stripe.paymentIntents.retrieve(providerRef, withRefunds),
      providerRef,
    );
    const charge = chargeOf(intent);
    const all = { payment_intent: providerRef, limit: 100 };
    const refunds =
      charge?.refunds?.has_more === true
        ? await askStripe("list refunds", () => stripe.refunds.list(all).autoPagingToArray({ limit: 10_000 }))
        : (charge?.refunds?.data ?? []);
    const disputes = charge?.disputed
      ? (await askStripe("list disputes", () => stripe.disputes.list(all))).data
      : [];
    return { intent, refunds, disputes };
  }

  async function createOnce(params: Stripe.PaymentIntentCreateParams, key: string) {
    for (let attempt = 1; ; attempt++) {
      const idempotencyKey = keyFor(key, attempt);
      try {
        return await askStripe("create an intent", () =>
          stripe.paymentIntents.create(params, { idempotencyKey }),
        );
      } catch (error) {
        if (attempt === maxAttempts || !isReplayedFailure(error)) throw error;
      }
    }
  }

  return {
    name: "stripe",
    publishableKey: settings.publishableKey,

    async createIntent(request) {
      // Stripe refuses a key that is reused with other values, such as a new name of the event.
      const createFrom = (values: Stripe.PaymentIntentCreateParams) => {
        const hash = createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
        return createOnce(values, `foyer-payment-${request.paymentId}-${request.openedAt.getTime()}-${hash}`);
      };
      const params: Stripe.PaymentIntentCreateParams = {
        amount: request.amount,
        currency: request.currency,
        description: request.description,
        // No receipt_email: Stripe refuses some addresses, and Foyer mails the receipt itself.
        ...(request.statementSuffix === null ? {} : { statement_descriptor_suffix: request.statementSuffix }),
        metadata: { ...request.metadata, ...markOf(request.paymentId, settings.installation) },
        automatic_payment_methods: { enabled: true },
      };
      const intent = await createFrom(params).catch((error: unknown) => {
        if (!isRefusedSuffix(error)) throw error;
        const { statement_descriptor_suffix: _, ...withoutSuffix } = params;
        return createFrom(withoutSuffix);
      });
      if (!intent.client_secret) throw new ProviderDown("Stripe made an intent without a client secret");
      return { providerRef: intent.id, clientSecret: intent.client_secret };
    },

    async retrieve(providerRef) {
      return intentFromStripe(await readIntent(providerRef), settings.installation);
    },

    async cancel(providerRef) {
      try {
        await askStripe("cancel an intent", () => stripe.paymentIntents.cancel(providerRef));
      } catch (error) {
        // The intent's state does not allow it. The reading below shows the state.
        if (!(error instanceof ProviderRefused && error.code === "payment_intent_unexpected_state"))
          throw error;
      }
      return intentFromStripe(await readIntent(providerRef), settings.installation);
    },

    async refund({ providerRef, paymentId, amount, refusals, reason, buyerEmail }) {
      const metadata = { ...markOf(paymentId, settings.installation), reason };
      let lastRefusal = null as { key: string; error: ProviderRefused } | null;
      let replayed = { key: "", times: 0 };
      for (let attempt = 1; ; attempt++) {
        // Read earlier refunds: Stripe may forget keys after a day, and a reply may have been lost.
        const { intent, refunds } = await readIntent(providerRef);
        const refundedSoFar = refundedByStripe(refunds);
        if (refundedSoFar.refundedAmount >= amount) return refundedSoFar;

        const params: Stripe.RefundCreateParams = {
          payment_intent: providerRef,
          amount: amount - refundedSoFar.refundedAmount,
          metadata,
          ...(buyerEmail !== null && asksBuyerForAccount(intent) ? { instructions_email: buyerEmail } : {}),
        };
        // Calls with the same `refusals` that read the same refunds use the same key, even for other amounts, so that
        // Stripe makes at most one.
        // A refund that the bank sent back is among those read, so the next try has another key.
        const key = `foyer-refund-${providerRef}-${refunds[0]?.id ?? "first"}-${refusals}`;
        // The refunds are the same, so another attempt would be refused too.
        if (lastRefusal?.key === key) throw lastRefusal.error;
        const idempotencyKey = keyFor(key, replayed.key === key ? replayed.times + 1 : 1);
        const refund = await askStripe("refund", () =>
          stripe.refunds.create(params, { idempotencyKey }),
        ).catch((error: unknown) => {
          // The next attempt reads the refunds again: one may have been made meanwhile, also by the failed request.
          const isKeyTaken = error instanceof ProviderRefused && error.code === "idempotency_error";
          if (isKeyTaken && attempt === maxAttempts)
            throw new ProviderDown("Another refund of this payment has the same key", { cause: error });
          const isReplay = isReplayedFailure(error);
          if (attempt === maxAttempts || !(error instanceof ProviderRefused || isReplay)) throw error;
          if (isReplay) replayed = { key, times: replayed.key === key ? replayed.times + 1 : 1 };
          else if (error instanceof ProviderRefused && !isKeyTaken) lastRefusal = { key, error };
          return null;
        });
        if (refund === null) continue;
        if (refund.status === "failed" || refund.status === "canceled") {
          throw new ProviderRefused("refund_failed", refusalMessage("refund_failed"));
        }
        // Somebody else may have refunded in the meantime.
        return refundedByStripe((await readIntent(providerRef)).refunds);
      }
    },

    readWebhook(rawBody, headers) {
      const now = settings.clock();
      return readStripeWebhook(stripe, { rawBody, headers, secrets: settings.webhookSecrets, now });
    },

    async checkKey() {
      await askStripe("list events", () => stripe.events.list({ limit: 1 }));
    },

    async eventsSince(since) {
      const request = {
        created: { gte: Math.floor(since.getTime() / 1000) },
        types: followedEvents,
        limit: 100,
      };
      // There may be many events after a long outage, so each page has its own turn and time limit.
      const events: WebhookEvent[] = [];
      for (let last: string | undefined; ; ) {
        const after = last === undefined ? {} : { starting_after: last };
        const page = await askStripe("list events", () => stripe.events.list({ ...request, ...after }));
        events.push(...page.data.map(readEvent));
        last = page.data.at(-1)?.id;
        if (!page.has_more || last === undefined) return events.toReversed();
      }
    },
  };
}

const followedEvents = [
  "payment_intent.succeeded",
  "payment_intent.processing",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
];

/**
 * A replayed failure needs another key, because Stripe stores replies for at least a day, also its own failures
 * (docs.stripe.com/api/idempotent_requests).
 */
const maxAttempts = 3;

function keyFor(key: string, attempt: number): string {
  return attempt === 1 ? key : `${key}-${attempt}`;
}

/** The host gets the secret key, so plain HTTP is allowed only on this machine. */
function hostOf(apiBase: string): { host: string; port: number; protocol: "http" | "https" } {
  const url = new URL(apiBase);
  const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    throw new Error("STRIPE_API_BASE must begin with https://, or with http:// on this machine");
  }
  const protocol = url.protocol === "https:" ? "https" : "http";
  return { host: url.hostname, port: Number(url.port || (protocol === "https" ? 443 : 80)), protocol };
}
