/** Invariant: only a test card moves an intent to succeeded. Intents are rows, so that other nodes find them. */
import { randomBytes } from "node:crypto";
import type { TestCard } from "../../contract/shapes/money/payment.ts";
import type { Db } from "../db/pool.ts";
import { declineMessage, refusalMessage } from "./declineMessages.ts";
import { paymentIdKey, paymentIdOf } from "./paymentIdInMetadata.ts";
import {
  type CurrentIntent,
  intentStates,
  type PaymentProvider,
  ProviderRefused,
  WebhookRefused,
} from "./provider.ts";
import { cardDigits, judgeCard } from "./testCards.ts";
import * as rows from "./testIntentRows.ts";

export interface TestProvider extends PaymentProvider {
  readonly name: "test";
  /** Tries a card. A decline leaves the intent open. A try on a paid or cancelled intent changes nothing. */
  confirm(providerRef: string, card: TestCard): Promise<CurrentIntent>;
}

/** Whether this is the test provider. */
export function takesTestCards(provider: PaymentProvider): provider is TestProvider {
  return provider.name === "test";
}

/** Creates the test provider, which sends no webhooks. */
export function createTestProvider(db: Db, clock: () => Date): TestProvider {
  return {
    name: "test",
    publishableKey: null,

    async createIntent(request) {
      const id = `pi_test_${randomBytes(12).toString("hex")}`;
      const intent = await rows.insertOrFind(db, {
        id,
        idempotency_key: `foyer-payment-${request.paymentId}-${request.openedAt.getTime()}`,
        amount: request.amount,
        currency: request.currency,
        state: "requires_payment",
        client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
        metadata: JSON.stringify({ ...request.metadata, [paymentIdKey]: String(request.paymentId) }),
      });
      if (intent.amount !== request.amount || intent.currency !== request.currency) {
        throw new ProviderRefused("idempotency_error", refusalMessage("idempotency_error"));
      }
      return { providerRef: intent.id, clientSecret: intent.client_secret };
    },

    async retrieve(providerRef) {
      return presentIntent(requireIntent(await rows.byId(db, providerRef)));
    },

    async confirm(providerRef, card) {
      const verdict = judgeCard(card, clock());
      // The confirmation counts only if it was requested before.
      const isConfirmation = async () =>
        card.confirmed === true &&
        requireIntent(await rows.byId(db, providerRef)).state === "requires_action";
      const needsConfirmation = verdict.outcome === "asksToConfirm" && !(await isConfirmation());
      const written = await rows.writeUnpaid(
        db,
        providerRef,
        verdict.outcome === "declined"
          ? { state: "requires_payment", decline_code: verdict.declineCode, card_last4: null }
          : {
              state: needsConfirmation ? "requires_action" : "succeeded",
              decline_code: null,
              card_last4: cardDigits(card.number).slice(-4),
              disputed: verdict.outcome === "paysThenDisputed",
            },
      );
      if (written === undefined) return presentIntent(requireIntent(await rows.byId(db, providerRef)));
      // A dispute comes some time after a payment, so only later replies have it.
      return { ...presentIntent(written), disputes: [] };
    },

    async cancel(providerRef) {
      await rows.writeUnpaid(db, providerRef, { state: "cancelled", decline_code: null });
      return presentIntent(requireIntent(await rows.byId(db, providerRef)));
    },

    async refund({ providerRef, amount }) {
      const refunded = await rows.refundUpTo(db, providerRef, amount);
      if (!refunded)
        throw new ProviderRefused("charge_not_refundable", refusalMessage("charge_not_refundable"));
      return { refundedAmount: refunded.refunded_amount, awaitsBuyerAmount: 0 };
    },

    readWebhook() {
      throw new WebhookRefused("The test provider sends no webhooks");
    },

    eventsSince: async () => [],
  };
}

function requireIntent(intent: rows.TestIntentRow | undefined): rows.TestIntentRow {
  if (!intent) throw new ProviderRefused("resource_missing", refusalMessage("resource_missing"));
  return intent;
}

function presentIntent(intent: rows.TestIntentRow): CurrentIntent {
  const state = intentStates.find((candidate) => candidate === intent.state);
  if (!state) throw new Error(`Test intent ${intent.id} is in the unknown state ${intent.state}`);
  return {
    providerRef: intent.id,
    paymentId: paymentIdOf(intent.metadata, null),
    state,
    amount: intent.amount,
    amountReceived: state === "succeeded" ? intent.amount : 0,
    currency: intent.currency,
    declineCode: intent.decline_code,
    declineMessage: intent.decline_code === null ? null : declineMessage(intent.decline_code),
    refundedAmount: intent.refunded_amount,
    sentBackAmount: 0,
    awaitsBuyerAmount: 0,
    disputes: intent.disputed
      ? [{ ref: `dispute_of_${intent.id}`, stage: "chargeback", state: "open", dueBy: null }]
      : [],
    ...(state === "succeeded" ? { fee: { amount: 0, currency: intent.currency } } : {}),
  };
}
