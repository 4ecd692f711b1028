import { type NotNull, type Selectable, sql } from "kysely";
import type { Order, OrderItem, StaffOrder } from "../../contract/shapes/order.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { pricedAs } from "../registrations/pricedAs.ts";
import { receiptNumberOf } from "./receiptNumbers.ts";

export type OrderRow = Omit<Selectable<Schema["orders"]>, "event_alone" | "device_id"> & {
  items: OrderItem[];
  /** The receipt's number, which a trigger gives; null without a receipt. */
  receipt_number: number | null;
};

/** SQL for an `OrderItem` as JSON. */
export const itemOf = (items: "i" | "order_items") => {
  const column = (name: string) => sql.ref(`${items}.${name}`);
  return sql`(jsonb_build_object('kind', ${column("kind")}, 'refId', ${column("ref_id")}, 'title', ${column("title")},
    'unitPrice', ${column("unit_price")}, 'quantity', ${column("quantity")}, 'total', ${column("total")})
    || case when ${column("tax_percent")} is null then '{}' else jsonb_build_object('taxRate',
      jsonb_build_object('name', ${column("tax_name")}, 'percent', ${column("tax_percent")})) end)`;
};

const withItems = (db: Db) =>
  db
    .selectFrom("orders")
    .selectAll("orders")
    .select(
      sql<OrderItem[]>`coalesce((
        select json_agg(${itemOf("order_items")} order by order_items.id)
        from order_items where order_items.order_id = orders.id), '[]')`.as("items"),
    )
    .select(receiptNumberOf("orders").as("receipt_number"));

/** One order, or undefined. */
export function orderById(db: Db, orderId: number): Promise<OrderRow | undefined> {
  return withItems(db).where("orders.id", "=", orderId).executeTakeFirst();
}

/** The order of a registration's tickets, or undefined. */
export function orderOfRegistration(db: Db, registrationId: number): Promise<OrderRow | undefined> {
  return withItems(db)
    .where("orders.registration_id", "=", registrationId)
    .where("orders.purpose", "=", "registration")
    .executeTakeFirst();
}

/** The query for the orders of registrations' tickets. */
export function ordersOfRegistrations(db: Db, registrationIds: readonly number[]) {
  return withItems(db)
    .where("orders.registration_id", "=", sql<number>`any(${[...registrationIds]}::bigint[])`)
    .where("orders.purpose", "=", "registration");
}

/** The order whose current payment this is, or undefined. */
export function orderOfPayment(db: Db, paymentId: number): Promise<OrderRow | undefined> {
  return withItems(db).where("orders.payment_id", "=", paymentId).executeTakeFirst();
}

/** The query for the orders whose current payments these are. */
export function ordersOfPayments(db: Db, paymentIds: readonly number[]) {
  return withItems(db).where("orders.payment_id", "=", sql<number>`any(${[...paymentIds]}::bigint[])`);
}

/** The query for orders. */
export function ordersById(db: Db, orderIds: readonly number[]) {
  return withItems(db).where("orders.id", "=", sql<number>`any(${[...orderIds]}::bigint[])`);
}

/** An event's newest 1000 orders. */
export function ordersOfEvent(db: Db, eventId: number): Promise<OrderRow[]> {
  return withItems(db)
    .where("orders.event_id", "=", eventId)
    .orderBy("orders.id", "desc")
    .limit(1000)
    .execute();
}

/** Locks an order. Registrations are locked before, and payments after. */
export async function lockOrder(tx: Tx, orderId: number): Promise<void> {
  await tx.selectFrom("orders").select("id").where("id", "=", orderId).forNoKeyUpdate().executeTakeFirst();
}

export type OrderWithoutItems = Selectable<Schema["orders"]>;

/** The registrations of those orders that are for tickets. */
export async function registrationsOfOrders(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("registration_id")
    .where("id", "=", sql<number>`any(${[...orderIds]}::bigint[])`)
    .where("purpose", "=", "registration")
    .$narrowType<{ registration_id: NotNull }>()
    .execute();
  return rows.map((row) => row.registration_id);
}

/** The query that locks and reads orders by id. Registrations are locked before, and payments after. */
export function lockOrders(tx: Tx, orderIds: readonly number[]) {
  return tx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", sql<number>`any(${[...orderIds]}::bigint[])`)
    .orderBy("id")
    .forNoKeyUpdate();
}

/** Sets the payments of locked orders. */
export async function setPayments(
  tx: Tx,
  payments: readonly { id: number; order_id: number }[],
): Promise<void> {
  await sql`update orders set payment_id = given.id
    from unnest(${payments.map((payment) => payment.order_id)}::bigint[], ${payments.map(({ id }) => id)}::bigint[])
      as given (order_id, id)
    where orders.id = given.order_id`.execute(tx);
}

/** Writes an unpaid or free order with its items. */
export async function insertOrder(
  tx: Tx,
  order: Pick<
    OrderRow,
    | "order_number"
    | "purpose"
    | "event_id"
    | "registration_id"
    | "subtotal"
    | "tax"
    | "total_amount"
    | "currency"
    | "payment_status"
    | "paid_at"
  > &
    Partial<Pick<OrderRow, "prices_include_tax" | "tax_percent">>,
  items: readonly OrderItem[],
): Promise<OrderRow> {
  const row = await tx.insertInto("orders").values(order).returningAll().executeTakeFirstOrThrow();
  await tx
    .insertInto("order_items")
    .values(
      items.map((item) => ({
        order_id: row.id,
        kind: item.kind,
        ref_id: item.refId,
        title: item.title,
        unit_price: item.unitPrice,
        quantity: item.quantity,
        total: item.total,
        tax_name: item.taxRate?.name,
        tax_percent: item.taxRate?.percent,
      })),
    )
    .execute();
  return { ...row, items: [...items], receipt_number: null };
}

/** The statement that marks locked orders as paid. */
export const markOrdersPaid = (paid: readonly { id: number; paidAt: Date }[]) => sql`
  update orders set payment_status = 'paid', paid_at = given.paid_at
  from unnest(${paid.map(({ id }) => id)}::bigint[], ${paid.map(({ paidAt }) => paidAt.toISOString())}::timestamptz[])
    as given (id, paid_at)
  where orders.id = given.id`;

/** The statement that stores whether what a locked order reserves is held, sold or neither. */
export const reservationStatement = (orderId: number, keeps: OrderRow["keeps"], until: Date | null) =>
  sql`update orders set keeps = ${keeps}, held_until = ${until}::timestamptz where id = ${orderId}`;

/** Whether a registration has an order of more than 0 with the status `paid`. */
export async function hasPaidOrderOf(db: Db, registrationId: number): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("payment_status", "=", "paid")
    .where("total_amount", ">", 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** `hasPaidOrderOf` as a condition on the registration `r`. */
export const hasPaidOrderSql = sql<boolean>`exists (select from orders
  where registration_id = r.id and payment_status = 'paid' and total_amount > 0)`;

/** The orders of extras that a registration bought after its tickets and still has. */
export async function extrasOrdersOf(db: Db, registrationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("purpose", "=", "extras")
    .where("keeps", "=", "sold")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Before a registration is deleted, detaches the orders that must stay; the others are deleted with it. */
export async function detachOrders(tx: Tx, registrationId: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ registration_id: null })
    .where("registration_id", "=", registrationId)
    .where((order) =>
      order.or([
        order("payment_id", "is not", null),
        order("keeps", "<>", "nothing"),
        order.and([order("payment_status", "in", ["paid", "refunded"]), order("total_amount", ">", 0)]),
      ]),
    )
    .execute();
}

/** Changes a locked order. */
export async function updateOrder(
  tx: Tx,
  orderId: number,
  change: Partial<
    Pick<
      OrderRow,
      "payment_id" | "payment_status" | "paid_at" | "paid_by" | "paid_note" | "refund_awaits_buyer"
    >
  >,
): Promise<void> {
  await tx.updateTable("orders").set(change).where("id", "=", orderId).execute();
}

/** Presents an order to its buyer. */
export function presentOrder(row: OrderRow): Order {
  return {
    id: row.id,
    orderNumber: row.order_number,
    receiptNumber: row.receipt_number,
    eventId: row.event_id,
    registrationId: row.registration_id,
    ...pricedAs(row, row.items),
    currency: row.currency,
    paymentStatus: row.payment_status,
    refundedAmount: row.refunded_amount,
    refundAwaitsBuyer: row.refund_awaits_buyer,
    promoCode: row.promo_code,
    discount: row.discount,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

/** Presents an order to staff. */
export function presentStaffOrder(row: OrderRow): StaffOrder {
  return {
    ...presentOrder(row),
    channel: row.channel,
    paidBy: row.paid_by,
    importedNumber: row.imported_number,
    paidElsewhere: row.paid_elsewhere,
  };
}
