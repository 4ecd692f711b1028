/**
 * Cards tried out over many intents: whoever tests stolen numbers begins one small payment after the other. Declines are
 * counted by client and by mail address, over all orders and events; after twenty within an hour nobody pays from there.
 * An attacker with many clients and addresses tests on one event: from its twentieth decline within an hour on, each client
 * and address has only five. Nobody who pays with a right card is kept out by the declines of others elsewhere.
 * An intent that is open when its payer is paused is stopped by its next decline (followEvents.ts).
 * Source: https://docs.stripe.com/disputes/prevention/card-testing
 */
import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { addHourly, countEachHourly, hourlyCount, takeBackHourly, waitWords } from "../limits/hourly.ts";
import type { BegunPayment } from "../orders/ownerOf.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { orderById } from "../orders/rows.ts";
import { clientOfIntent } from "../payments/intentClients.ts";
import type { IntentNow } from "../payments/provider.ts";
import { isSameSecret } from "../registrations/proof.ts";

/** How many declines a client or a mail address has within an hour. */
export const mostDeclined = 20;
/** And how many while the cards of an event are declined again and again, which is from so many declines on. */
export const fewDeclined = 5;
export const manyDeclinesOfEvent = 20;

const what = "declined cards";

/** Who pays for an order, as far as limits ask. */
interface Payer {
  /** The client and the mail address, as they are counted. */
  subjects: string[];
  event: string;
}

async function payerOf(
  db: Db,
  { orderId, client, accessKey }: { orderId: number; client: string; accessKey?: string },
): Promise<Payer | null> {
  const order = await orderById(db, orderId);
  const owner = order && (await ownerOf(db, order));
  if (order === undefined || owner === undefined) return null;
  // Another's order is refused as such; nothing of its limits is told.
  if (accessKey !== undefined && !isSameSecret(accessKey, owner.accessKey)) return null;
  return payerIn({ order, owner }, client);
}

function payerIn({ order, owner }: Pick<BegunPayment, "order" | "owner">, client: string): Payer {
  const address = owner.email === null ? [] : [`address ${owner.email.toLowerCase()}`];
  return { subjects: [`client ${client}`, ...address], event: `event ${order.event_id}` };
}

async function mostNow(db: Db, { event }: Payer, now: Date): Promise<number> {
  return (await hourlyCount(db, { what, subject: event }, now)) >= manyDeclinesOfEvent
    ? fewDeclined
    : mostDeclined;
}

/** Refuses with `tooMany` to begin a payment where too many cards were declined. */
export async function mustNotBePaused(
  db: Db,
  asked: { orderId: number; client: string; accessKey: string },
  now: Date,
): Promise<void> {
  const payer = await payerOf(db, asked);
  if (payer !== null && (await isOver(db, payer, now))) throw paused(10 * 60);
}

async function isOver(db: Db, payer: Payer, now: Date): Promise<boolean> {
  const most = await mostNow(db, payer, now);
  for (const subject of payer.subjects)
    if ((await hourlyCount(db, { what, subject }, now)) >= most) return true;
  return false;
}

/**
 * Tries a card that was given to us, as the test provider takes it. It is counted as declined before it is tried, so that
 * many at once are no more than many in turn.
 */
export async function tryCard(
  db: Db,
  begun: Pick<BegunPayment, "order" | "owner">,
  { client, now, work }: { client: string; now: Date; work: () => Promise<IntentNow> },
): Promise<IntentNow> {
  const payer = payerIn(begun, client);
  const most = await mostNow(db, payer, now);
  const waits = await countEachHourly(
    db,
    payer.subjects.map((subject) => ({ what, subject, most })),
    now,
  );
  const takeBack = () => {
    const counted = payer.subjects.filter((_, index) => waits[index] === null);
    return takeBackHourly(
      db,
      counted.map((subject) => ({ what, subject })),
    );
  };
  const retryAfterSeconds = waits.find((wait) => wait !== null);
  if (retryAfterSeconds !== undefined && retryAfterSeconds !== null) {
    await takeBack();
    throw paused(retryAfterSeconds);
  }
  const intent = await work().catch(async (error: unknown) => {
    await takeBack();
    throw error;
  });
  if (intent.declineCode === null) await takeBack();
  else await addHourly(db, [{ what, subject: payer.event, count: 1 }], now);
  return intent;
}

/** A payment whose card the provider declined. */
interface DeclinedPayment {
  order_id: number | null;
  provider_ref: string | null;
}

/** Counts a decline that the provider told of; nothing where nobody counts. */
export async function countDeclined(db: Db, payment: DeclinedPayment, now: Date): Promise<void> {
  const payer = await payerOfPayment(db, payment);
  if (payer === null) return;
  const subjects = [...payer.subjects, payer.event];
  await addHourly(
    db,
    subjects.map((subject) => ({ what, subject, count: 1 })),
    now,
  );
}

/** Whether whoever pays this is paused by now. */
export async function isPayerPaused(db: Db, payment: DeclinedPayment, now: Date): Promise<boolean> {
  const payer = await payerOfPayment(db, payment);
  return payer !== null && isOver(db, payer, now);
}

async function payerOfPayment(db: Db, { order_id, provider_ref }: DeclinedPayment): Promise<Payer | null> {
  if (order_id === null || provider_ref === null) return null;
  const client = await clientOfIntent(db, provider_ref);
  return client === null ? null : payerOf(db, { orderId: order_id, client });
}

function paused(retryAfterSeconds: number): DomainError {
  const message = `Several cards were declined, so paying is paused for you. Try again in ${waitWords(retryAfterSeconds)}, or ask the organiser for another way to pay.`;
  return new DomainError("tooMany", message, { retryAfterSeconds });
}
