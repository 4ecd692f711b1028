/** The outcome of a payment for the buyer's browser (docs/wire.md §3.5, §3.6). */
import type { BodyOf, PayloadOf, QueryOf } from "../../contract/all.ts";
import type { ProviderName } from "../../contract/shapes/money/payment.ts";
import { createBatcher } from "../batcher.ts";
import { type CallContext, storedReply, storeReply } from "../db/idempotency.ts";
import { type Db, pipelined } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { ownerOf, type PaymentWithOrder } from "../orders/ownerOf.ts";
import { presentPurchase, purchaseOfOrder } from "../orders/purchases.ts";
import { orderById, ordersById, ordersOfPayments, presentOrder } from "../orders/rows.ts";
import type { CurrentIntent, PaymentProvider } from "../payments/provider.ts";
import { type PaymentRow, paymentsByRef } from "../payments/rows.ts";
import { takesTestCards } from "../payments/testProvider.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { registrationsById } from "../registrations/rows.ts";
import { presentOwnSponsorship, sponsorshipOfOrder } from "../sponsorships/sponsorshipRows.ts";
import { tryCard } from "./declines.ts";
import type { FollowEventsParts } from "./followEvents.ts";
import { holdExpired } from "./requireHold.ts";
import type { TicketFacts } from "./ticketFacts.ts";

type Outcome = PayloadOf<"stripe/confirm-payment">;

/** Finds a payment by the provider's id of its intent; null if the payment, its order or its owner is missing. */
export type FindPaymentWithOrder = (providerRef: string) => Promise<PaymentWithOrder | null>;

export interface ConfirmPaymentParts extends FollowEventsParts {
  findStarted: FindPaymentWithOrder;
  factsOf: (registrationId: number) => Promise<TicketFacts | null>;
}

/**
 * Settles a payment and returns the outcome. @throws paymentFailed for a declined card, holdExpired for a cancelled
 * payment whose order is not paid.
 */
export async function confirmPayment(
  parts: ConfirmPaymentParts,
  body: BodyOf<"stripe/confirm-payment">,
  { idempotency, now, client }: CallContext & { client: string | null },
): Promise<Outcome> {
  const { db, provider } = parts;
  const earlierReply = await storedReply<Outcome>(db, idempotency);
  if (earlierReply !== undefined) return earlierReply;
  const startedPayment = await requirePayment(parts, body.paymentIntentId, body.accessKey);
  const ask = () => confirmOrRetrieve(provider, body);
  const isCounted = client !== null && body.card !== undefined;
  const intent = isCounted ? await tryCard(db, startedPayment, { client, now, work: ask }) : await ask();
  await settleNow(parts, { payment: startedPayment.payment, intent, now });
  if (intent.declineCode !== null && intent.state === "requires_payment") {
    throw new DomainError("paymentFailed", intent.declineMessage ?? "The payment was declined.", {
      declineCode: intent.declineCode,
    });
  }
  const outcome = await presentOutcome(parts, startedPayment, intent);
  // Staff may have marked the order as paid by hand, which cancels this payment.
  if (intent.state === "cancelled" && outcome.order.paymentStatus !== "paid") throw holdExpired();
  return storeReply(db, idempotency, outcome);
}

/** Returns the same outcome. Asks the provider only if the order is still pending. */
export async function paymentOutcome(
  parts: ConfirmPaymentParts,
  query: QueryOf<"stripe/get-registration-from-payment">,
  now: Date,
): Promise<Outcome> {
  const startedPayment = await requirePayment(parts, query.paymentIntentId, query.accessKey);
  if (startedPayment.order.payment_status !== "pending") return presentOutcome(parts, startedPayment, null);
  const intent = await parts.provider.retrieve(query.paymentIntentId);
  await settleNow(parts, { payment: startedPayment.payment, intent, now });
  return presentOutcome(parts, startedPayment, intent);
}

async function settleNow(
  { settle }: FollowEventsParts,
  { payment, intent, now }: { payment: PaymentRow; intent: CurrentIntent; now: Date },
): Promise<void> {
  const isOurs = await settle({ payment, intent, actor: "visitor", now });
  if (!isOurs) throw new Error(`Payment ${payment.id} does not have the intent ${intent.providerRef}`);
}

async function requirePayment(
  { findStarted }: ConfirmPaymentParts,
  ref: string,
  accessKey: string,
): Promise<PaymentWithOrder> {
  const startedPayment = await findStarted(ref);
  if (startedPayment === null || !isSameSecret(accessKey, startedPayment.owner.accessKey))
    throw notFound("payment");
  return startedPayment;
}

function confirmOrRetrieve(
  provider: PaymentProvider,
  body: BodyOf<"stripe/confirm-payment">,
): Promise<CurrentIntent> {
  if (body.card === undefined) return provider.retrieve(body.paymentIntentId);
  if (!takesTestCards(provider))
    throw invalidInput({ path: "card", message: "is for the test provider only; never send us a card" });
  return provider.confirm(body.paymentIntentId, body.card);
}

async function presentOutcome(
  { db, factsOf }: ConfirmPaymentParts,
  startedPayment: PaymentWithOrder,
  intent: CurrentIntent | null,
): Promise<Outcome> {
  const registrationId = startedPayment.owner.registration?.id;
  const facts = registrationId === undefined ? null : await factsOf(registrationId);
  const order =
    startedPayment.order.purpose === "registration"
      ? facts?.order
      : await orderById(db, startedPayment.order.id);
  const sponsorship =
    startedPayment.owner.sponsorship && (await sponsorshipOfOrder(db, startedPayment.order.id));
  if (order === undefined || (facts === null && sponsorship === undefined)) throw notFound("payment");
  const privateKey = facts?.registration.state === "active" ? facts.privateKey : null;
  const purchase = order.purpose === "extras" ? await purchaseOfOrder(db, order.id) : undefined;
  return {
    processed: order.payment_status !== "pending",
    nextAction: intent?.state === "requires_action" ? "confirm" : null,
    ...(intent?.state === "requires_payment" ? { awaitsPayment: true } : {}),
    order: presentOrder(order),
    registration: facts === null ? null : presentRegistration(facts.registration),
    attendees: presentAttendees(facts?.attendees ?? [], privateKey),
    extrasPurchase: purchase === undefined ? null : presentPurchase(purchase, privateKey),
    sponsorship: sponsorship === undefined ? null : presentOwnSponsorship(sponsorship),
  };
}

/** Makes the function that finds payments for a node; payments needed at the same time are read together. */
export function openStartedPayments(db: Db, provider: ProviderName): FindPaymentWithOrder {
  return createBatcher<string, PaymentWithOrder | null>(
    async (refs) => (await findStartedPayments(db, provider, refs)).map((reply) => ({ reply })),
    { concernsAll: isUnavailable },
  );
}

async function findStartedPayments(
  db: Db,
  provider: ProviderName,
  refs: readonly string[],
): Promise<(PaymentWithOrder | null)[]> {
  const payments = await paymentsByRef(db, provider, refs);
  const [ordersWithPayment, ordersInPayment] = await pipelined(db, [
    ordersOfPayments(
      db,
      payments.map(({ id }) => id),
    ),
    ordersById(
      db,
      payments.flatMap(({ order_id: orderId }) => orderId ?? []),
    ),
  ]);
  // An order that was paid by hand, or has a newer payment, does not point to this payment.
  const orderOf = (payment: PaymentRow) =>
    ordersWithPayment.find((order) => order.payment_id === payment.id) ??
    ordersInPayment.find(({ id }) => id === payment.order_id);
  const registrations = await registrationsById(
    db,
    payments.flatMap((payment) => orderOf(payment)?.registration_id ?? []),
  ).execute();
  const find = async (id: number) => registrations.find((registration) => registration.id === id);
  return Promise.all(
    refs.map(async (ref) => {
      const payment = payments.find(({ provider_ref }) => provider_ref === ref);
      const order = payment && orderOf(payment);
      const owner = order && (await ownerOf(db, order, find));
      return payment && order && owner ? { payment, order, owner } : null;
    }),
  );
}
