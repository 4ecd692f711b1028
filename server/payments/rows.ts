import { type Insertable, type NotNull, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { declineType } from "./eventTypes.ts";

/** One attempt to be paid. Amounts in minor units. */
export type PaymentRow = Selectable<Schema["payments"]>;

export type OpenedPayment = Pick<PaymentRow, "id" | "amount" | "currency" | "created_at"> & {
  order_id: number;
};

/**
 * Opens a payment for each order, before the intent is requested with its id. A payment keeps its `order_id`, even if
 * another one pays the order.
 */
export async function insertPaymentsOf(
  tx: Tx,
  provider: string,
  orders: readonly { id: number; total_amount: number; currency: string }[],
): Promise<OpenedPayment[]> {
  const { rows } = await sql<OpenedPayment>`
    with given as materialized (
      select nextval('payments_id_seq') as id, order_id, amount, currency
      from unnest(${orders.map(({ id }) => id)}::bigint[], ${orders.map((order) => order.total_amount)}::int[],
        ${orders.map(({ currency }) => currency)}::text[]) as given (order_id, amount, currency)
    ), opened as (
      insert into payments (id, provider, order_id, amount, currency) overriding system value
      select id, ${provider}, order_id, amount, currency from given
    )
    select id, order_id, amount, currency, now() as created_at from given`.execute(tx);
  return rows;
}

export interface CreatedIntent {
  paymentId: number;
  providerRef: string;
  clientSecret: string;
}

/** Writes intents to new payments that have none, and returns only those. Locks by id first, against deadlocks. */
export async function writeIntents(
  tx: Tx,
  intents: readonly CreatedIntent[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; provider_ref: string }>`
    with given as materialized (
      select payments.id, ref, secret
      from unnest(${intents.map(({ paymentId }) => paymentId)}::bigint[], ${intents.map(({ providerRef }) => providerRef)}::text[],
        ${intents.map(({ clientSecret }) => clientSecret)}::text[]) as given (id, ref, secret)
      join payments on payments.id = given.id
      where payments.state = 'created' and payments.provider_ref is null
      order by payments.id for no key update of payments
    )
    update payments set state = 'pending', provider_ref = given.ref, client_secret = given.secret, updated_at = clock_timestamp()
    from given where payments.id = given.id
    returning payments.id, payments.provider_ref`.execute(tx);
  return new Map(rows.map(({ id, provider_ref: ref }) => [id, ref]));
}

/** Inserts a payment for an unknown intent; undefined if it has one by now. */
export function insertUnknown(
  tx: Tx,
  payment: Insertable<Schema["payments"]>,
): Promise<PaymentRow | undefined> {
  return tx
    .insertInto("payments")
    .values(payment)
    .onConflict((conflict) => conflict.columns(["provider", "provider_ref"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** One payment, or undefined. */
export function paymentById(db: Db, id: number): Promise<PaymentRow | undefined> {
  return db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The query for payments, in any order. */
export function paymentsById(db: Db, ids: readonly number[]) {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`);
}

/** The payment of a provider's intent, or undefined. */
export function paymentByRef(db: Db, provider: string, providerRef: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_ref", "=", providerRef)
    .executeTakeFirst();
}

/** The payments of a provider's intents. */
export function paymentsByRef(db: Db, provider: string, refs: readonly string[]): Promise<PaymentRow[]> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_ref", "=", sql<string>`any(${[...refs]}::text[])`)
    .execute();
}

/** Locks and reads one payment. Orders are locked before. */
export function lockPayment(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  return tx.selectFrom("payments").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** The query that locks and reads payments by id. Orders are locked before. */
export function lockPayments(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy("id")
    .forNoKeyUpdate();
}

/** Null leaves `is_disputed` and the fee unchanged. */
type PaymentStateColumns = Pick<
  PaymentRow,
  | "id"
  | "state"
  | "decline_code"
  | "attention"
  | "refunded_amount"
  | "sent_back_amount"
  | "awaits_buyer_amount"
  | "disputes"
> & { was: PaymentRow["state"] } & {
  [Column in "is_disputed" | "fee_amount" | "fee_currency"]: PaymentRow[Column] | null;
};

/** Writes the states of payments that are still in the state `was`. */
export async function writePaymentStates(
  tx: Tx,
  states: readonly PaymentStateColumns[],
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    update payments set state = given.state, decline_code = given.decline_code, attention = given.attention,
      refunded_amount = given.refunded_amount, sent_back_amount = given.sent_back_amount,
      awaits_buyer_amount = given.awaits_buyer_amount, disputes = given.disputes,
      is_disputed = coalesce(given.is_disputed, payments.is_disputed),
      fee_amount = coalesce(given.fee_amount, payments.fee_amount),
      fee_currency = coalesce(given.fee_currency, payments.fee_currency), updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(states)}::json) as given (id bigint, was text, state text, decline_code text,
      attention jsonb, refunded_amount bigint, sent_back_amount bigint, awaits_buyer_amount bigint, disputes jsonb,
      is_disputed boolean, fee_amount bigint, fee_currency text)
    where payments.id = given.id and payments.state = given.was
    returning payments.*`.execute(tx);
  return rows;
}

/** Changes a payment that is still in the state of `from`; returns undefined if it is not. */
export function updatePayment(
  tx: Tx,
  from: Pick<PaymentRow, "id" | "state">,
  change: Updateable<Schema["payments"]>,
): Promise<PaymentRow | undefined> {
  return tx
    .updateTable("payments")
    .set({ ...change, updated_at: sql`clock_timestamp()` })
    .where("id", "=", from.id)
    .where("state", "=", from.state)
    .returningAll()
    .executeTakeFirst();
}

export type StartedPayment = PaymentRow & { provider_ref: string };

/** Payments with an intent that were last written before `before`, the longest ago first. */
export function paymentsNotCheckedSince(
  db: Db,
  filter: { provider: string; states: readonly PaymentRow["state"][]; before: Date; limit: number },
): Promise<StartedPayment[]> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("provider", "=", filter.provider)
    .where("provider_ref", "is not", null)
    .where("state", "in", filter.states)
    .where("updated_at", "<", filter.before)
    .orderBy("updated_at")
    .limit(filter.limit)
    .$narrowType<{ provider_ref: NotNull }>()
    .execute();
}

/** An event's paid payments without a known fee, in random order. */
export function paymentsWithoutFee(
  db: Db,
  filter: { provider: string; eventId: number; limit: number },
): Promise<StartedPayment[]> {
  return (
    db
      .selectFrom("payments")
      .selectAll()
      .where("provider", "=", filter.provider)
      .where("provider_ref", "is not", null)
      .where("state", "in", ["succeeded", "refund_due", "refunded", "needs_attention"])
      .where("fee_amount", "is", null)
      .where(
        sql<boolean>`exists (select from orders where event_id = ${filter.eventId}
        and (orders.payment_id = payments.id or orders.id = payments.order_id))`,
      )
      // A payment that the provider no longer knows must not always be first.
      .orderBy(sql`random()`)
      .limit(filter.limit)
      .$narrowType<{ provider_ref: NotNull }>()
      .execute()
  );
}

/** Which of the events are stored. */
export async function knownEvents(
  db: Db,
  provider: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("payment_events")
    .select("event_id")
    .where("provider", "=", provider)
    .where("event_id", "=", sql<string>`any(${[...eventIds]}::text[])`)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

/** The number of reported declines of a payment's intent. */
export async function declinesOf(
  db: Db,
  { provider, provider_ref }: Pick<PaymentRow, "provider" | "provider_ref">,
): Promise<number> {
  const { declines } = await db
    .selectFrom("payment_events")
    .select(({ fn }) => fn.countAll<number>().as("declines"))
    .where("provider", "=", provider)
    .where("payment_ref", "=", provider_ref)
    // Written into the statement, so that PostgreSQL uses the partial index.
    .where("type", "=", sql<string>`'${sql.raw(declineType)}'`)
    .executeTakeFirstOrThrow();
  return declines;
}

/** Inserts events and returns the new ones. Waits for a transaction that inserts the same. */
export function insertEvents(
  tx: Tx,
  events: readonly Insertable<Schema["payment_events"]>[],
): Promise<{ provider: string; event_id: string }[]> {
  return tx
    .insertInto("payment_events")
    .values(events)
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .returning(["provider", "event_id"])
    .execute();
}

/** The time until which all events were handled, or null. */
export async function caughtUpAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom("installation").select("caught_up_at").executeTakeFirstOrThrow();
  return row.caught_up_at;
}

/** Stores the time until which all events were handled. */
export async function writeCaughtUp(db: Db, until: Date): Promise<void> {
  await db.updateTable("installation").set({ caught_up_at: until }).execute();
}
