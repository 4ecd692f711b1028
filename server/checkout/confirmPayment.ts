/**
 * What became of a payment, asked by the buyer's browser (wire.md §3.5, §3.6): the provider is asked, the payment
 * settled, and the tickets shown. The test provider takes its card here.
 */
import type { BodyOf, PayloadOf, QueryOf } from "../../contract/all.ts";
import { type Idempotency, once, replyGivenBefore } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { eventKey } from "../events/rows.ts";
import { presentPurchase, purchaseOfOrder } from "../orders/purchases.ts";
import { type OrderRow, orderById, orderOfPayment, presentOrder } from "../orders/rows.ts";
import type { IntentNow, PaymentProvider } from "../payments/provider.ts";
import { type PaymentRow, paymentByRef } from "../payments/rows.ts";
import { takesTestCards } from "../payments/testProvider.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { attendeesOf } from "../registrations/rows.ts";
import { presentOwnSponsorship } from "../sponsorships/sponsorshipRows.ts";
import { tryCard } from "./declines.ts";
import type { Following } from "./followEvents.ts";
import { holdExpired } from "./mustHold.ts";
import { ownerOf } from "./ownerOf.ts";
import { settle } from "./settle.ts";

type Outcome = PayloadOf<"stripe/confirm-payment">;

/**
 * Asks the provider, settles, and says how it went. A declined card is `paymentFailed`, and the hold goes on; a payment
 * that was given up with its hold is `holdExpired`.
 */
export async function confirmPayment(
  following: Following,
  body: BodyOf<"stripe/confirm-payment">,
  { idempotency, now, client = null }: { idempotency: Idempotency | null; now: Date; client?: string | null },
): Promise<Outcome> {
  const { db, provider } = following;
  const before = await replyGivenBefore<Outcome>(db, idempotency);
  if (before !== undefined) return before;
  const payment = await provenPayment(db, provider, body.paymentIntentId, body.accessKey);
  const ask = () => askProvider(provider, body);
  const isCounted = client !== null && body.card !== undefined && payment.order_id !== null;
  const intent = isCounted
    ? await tryCard(db, { orderId: payment.order_id!, client }, { now, work: ask })
    : await ask();
  await settleNow(following, { payment, intent, now });
  if (intent.declineCode !== null && intent.state === "requires_payment") {
    throw new DomainError("paymentFailed", intent.declineMessage ?? "The payment was declined.", {
      declineCode: intent.declineCode,
    });
  }
  // Staff may have taken the money by hand, and ended this payment for it.
  if (intent.state === "cancelled" && (await orderBegunBy(db, payment))?.payment_status !== "paid")
    throw holdExpired();
  const outcome = await outcomeNow(db, payment, intent);
  return inTransaction(db, (tx) => once(tx, idempotency, async () => outcome));
}

/** The same payload for a page that waits: what the database knows, after asking the provider when it is undecided. */
export async function outcomeOf(
  following: Following,
  query: QueryOf<"stripe/get-registration-from-payment">,
  now: Date,
): Promise<Outcome> {
  const { db, provider } = following;
  const payment = await provenPayment(db, provider, query.paymentIntentId, query.accessKey);
  const order = await orderBegunBy(db, payment);
  if (order?.payment_status !== "pending") return outcomeNow(db, payment, null);
  const intent = await provider.retrieve(query.paymentIntentId);
  await settleNow(following, { payment, intent, now });
  return outcomeNow(db, payment, intent);
}

/** Buyers who come back at the same time are settled together, or each would wait for the event's row in turn. */
async function settleNow(
  { db, provider, settleTogether }: Following,
  { payment, intent, now }: { payment: PaymentRow; intent: IntentNow; now: Date },
): Promise<void> {
  const actor = "visitor";
  if (await settleTogether({ provider: provider.name, intent, actor, now })) return;
  await settle(db, { payment, intent, actor, now });
}

/** The order that a payment pays, or was begun for before it was paid in another way. */
async function orderBegunBy(db: Db, payment: PaymentRow): Promise<OrderRow | undefined> {
  const order = await orderOfPayment(db, payment.id);
  return order ?? (payment.order_id === null ? undefined : orderById(db, payment.order_id));
}

async function provenPayment(
  db: Db,
  provider: PaymentProvider,
  ref: string,
  accessKey: string,
): Promise<PaymentRow> {
  const payment = await paymentByRef(db, provider.name, ref);
  const order = payment === undefined ? undefined : await orderBegunBy(db, payment);
  const owner = order === undefined ? undefined : await ownerOf(db, order);
  if (payment === undefined || owner === undefined || !isSameSecret(accessKey, owner.accessKey))
    throw notFound("payment");
  return payment;
}

function askProvider(provider: PaymentProvider, body: BodyOf<"stripe/confirm-payment">): Promise<IntentNow> {
  if (body.card === undefined) return provider.retrieve(body.paymentIntentId);
  if (!takesTestCards(provider))
    throw invalidInput([{ path: "card", message: "is for the test provider only; never send us a card" }]);
  return provider.confirm(body.paymentIntentId, body.card);
}

async function outcomeNow(db: Db, payment: PaymentRow, intent: IntentNow | null): Promise<Outcome> {
  const order = await orderBegunBy(db, payment);
  const owner = order === undefined ? undefined : await ownerOf(db, order);
  if (order === undefined || owner === undefined) throw notFound("payment");
  const { registration, sponsorship } = owner;
  const key = registration?.state === "active" ? await eventKey(db, registration.event_id) : undefined;
  const privateKey = key?.private_key ?? null;
  const people = registration === undefined ? [] : await attendeesOf(db, registration.id);
  const purchase = order.purpose === "extras" ? await purchaseOfOrder(db, order.id) : undefined;
  return {
    processed: order.payment_status !== "pending",
    nextAction: intent?.state === "requires_action" ? "confirm" : null,
    ...(intent?.state === "requires_payment" ? { awaitsPayment: true } : {}),
    order: presentOrder(order),
    registration: registration === undefined ? null : presentRegistration(registration),
    attendees: presentAttendees(people, privateKey),
    extrasPurchase: purchase === undefined ? null : presentPurchase(purchase, privateKey),
    sponsorship: sponsorship === undefined ? null : presentOwnSponsorship(sponsorship),
  };
}
