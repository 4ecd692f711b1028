/**
 * Limits card testing over many intents: declines are counted by client and by mail address. An attacker may use many
 * of them for one event, so many declines of an event lower the limit of its payers.
 * Source: https://docs.stripe.com/disputes/prevention/card-testing
 */
import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import {
  addHourly,
  countEachHourly,
  hourlyCount,
  hourlyCounts,
  uncountHourly,
  waitWords,
} from "../limits/hourly.ts";
import { type Owner, ownerOf, type PaymentWithOrder } from "../orders/ownerOf.ts";
import { type OrderRow, orderById } from "../orders/rows.ts";
import { clientOfIntent } from "../payments/intentClients.ts";
import type { CurrentIntent } from "../payments/provider.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { isSameSecret } from "../registrations/proof.ts";
import type { RegistrationRow } from "../registrations/rows.ts";

/** Declines within an hour that pause a client or a mail address. */
export const maxDeclinesOfPayer = 20;
/** The lower limit, after `manyDeclinesOfEvent` declines of the event within an hour. */
export const maxDeclinesUnderAttack = 5;
export const manyDeclinesOfEvent = 20;

/** Counts expire in slots of ten minutes (hourly.ts), so the pause may be over then. */
const pauseSeconds = 10 * 60;

const what = "declined cards";

interface Payer {
  /** The client and the mail address, as counted. */
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
  // Without the right key, do not reveal that the payer is paused.
  if (accessKey !== undefined && !isSameSecret(accessKey, owner.accessKey)) return null;
  return payerOfOrder({ order, owner }, client);
}

function payerOfOrder(
  { order, owner }: { order: Pick<OrderRow, "event_id">; owner: Pick<Owner, "email"> },
  client: string,
): Payer {
  const address = owner.email === null ? [] : [`address ${owner.email.toLowerCase()}`];
  return { subjects: [`client ${client}`, ...address], event: `event ${order.event_id}` };
}

function limitAfter(declinesOfEvent: number): number {
  return declinesOfEvent >= manyDeclinesOfEvent ? maxDeclinesUnderAttack : maxDeclinesOfPayer;
}

/** @throws tooMany if too many cards of the order's payer were declined. */
export async function requireNotPaused(
  db: Db,
  attempt: { orderId: number; client: string; accessKey: string },
  now: Date,
): Promise<void> {
  const payer = await payerOf(db, attempt);
  if (payer !== null && (await isPaused(db, payer, now))) throw pausedRefusal(pauseSeconds);
}

/** Does the same for the buyer of a registration, before the order exists. */
export async function requireBuyerNotPaused(
  db: Db,
  { registration, client }: { registration: RegistrationRow; client: string },
  now: Date,
): Promise<void> {
  const { event_id, email } = registration;
  if (await isPaused(db, payerOfOrder({ order: { event_id }, owner: { email } }, client), now))
    throw pausedRefusal(pauseSeconds);
}

async function isPaused(db: Db, payer: Payer, now: Date): Promise<boolean> {
  const counts = await hourlyCounts(
    db,
    [payer.event, ...payer.subjects].map((subject) => ({ what, subject })),
    now,
  );
  const countOf = (subject: string) => counts.get(`${what} ${subject}`) ?? 0;
  const limit = limitAfter(countOf(payer.event));
  return payer.subjects.some((subject) => countOf(subject) >= limit);
}

/**
 * Tries a card with the test provider. Until its outcome is known, the try counts as a decline of the payer, so that
 * concurrent tries stay within the limit.
 */
export async function tryCard(
  db: Db,
  startedPayment: Pick<PaymentWithOrder, "order" | "owner">,
  { client, now, work }: { client: string; now: Date; work: () => Promise<CurrentIntent> },
): Promise<CurrentIntent> {
  const payer = payerOfOrder(startedPayment, client);
  const most = limitAfter(await hourlyCount(db, { what, subject: payer.event }, now));
  const waits = await countEachHourly(
    db,
    payer.subjects.map((subject) => ({ what, subject, most })),
    now,
  );
  const uncount = () => {
    const counted = payer.subjects.filter((_, index) => waits[index] === null);
    return uncountHourly(
      db,
      counted.map((subject) => ({ what, subject })),
    );
  };
  const retryAfterSeconds = waits.find((wait) => wait !== null);
  if (retryAfterSeconds !== undefined) {
    await uncount();
    throw pausedRefusal(retryAfterSeconds);
  }
  const intent = await work().catch(async (error: unknown) => {
    await uncount();
    throw error;
  });
  if (intent.declineCode === null) await uncount();
  else await addHourly(db, [{ what, subject: payer.event, count: 1 }], now);
  return intent;
}

type DeclinedPayment = Pick<PaymentRow, "order_id" | "provider_ref">;

/** Counts a decline, unless the payer is unknown. */
export async function countDeclined(db: Db, payment: DeclinedPayment, now: Date): Promise<void> {
  const payer = await payerOfPayment(db, payment);
  if (payer === null) return;
  await addHourly(
    db,
    [...payer.subjects, payer.event].map((subject) => ({ what, subject, count: 1 })),
    now,
  );
}

/** Whether the payer of a payment is paused now. */
export async function isPayerPaused(db: Db, payment: DeclinedPayment, now: Date): Promise<boolean> {
  const payer = await payerOfPayment(db, payment);
  return payer !== null && isPaused(db, payer, now);
}

async function payerOfPayment(db: Db, { order_id, provider_ref }: DeclinedPayment): Promise<Payer | null> {
  if (order_id === null || provider_ref === null) return null;
  const client = await clientOfIntent(db, provider_ref);
  return client === null ? null : payerOf(db, { orderId: order_id, client });
}

function pausedRefusal(retryAfterSeconds: number): DomainError {
  const message = `Several cards were declined, so paying is paused for you. Try again in ${waitWords(retryAfterSeconds)}, or ask the organiser for another way to pay.`;
  return new DomainError("tooMany", message, { retryAfterSeconds });
}
