import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { OwnPurchase } from "../../contract/shapes/extrasPurchase.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { signExtrasQr } from "../documents/qrSignature.ts";
import type { RegistrationRow } from "../registrations/rows.ts";
import type { OrderRow } from "./rows.ts";

export type PurchaseRow = Omit<Selectable<Schema["extras_purchases"]>, "extras_data"> & {
  extras_data: OrderItem[];
  order_number: string;
  payment_status: OrderRow["payment_status"];
};

const withOrder = (db: Db) =>
  db
    .selectFrom("extras_purchases")
    .innerJoin("orders", "orders.id", "extras_purchases.order_id")
    .selectAll("extras_purchases")
    .select([
      "orders.payment_status",
      "orders.order_number",
      sql<OrderItem[]>`extras_purchases.extras_data`.as("extras_data"),
    ]);

/** The paid or free extras of a registration, oldest first. */
export function purchasesOf(db: Db, registrationId: number): Promise<PurchaseRow[]> {
  return purchasesOfAll(db, [registrationId]).execute();
}

/** The query of `purchasesOf` for several registrations. */
export function purchasesOfAll(db: Db, registrationIds: readonly number[]) {
  return withOrder(db)
    .where("extras_purchases.registration_id", "=", sql<number>`any(${[...registrationIds]}::bigint[])`)
    .where("orders.payment_status", "in", ["paid", "free"])
    .orderBy("extras_purchases.id");
}

/** Locks a registration's purchases, so that doors hand nothing over meanwhile. Lock attendees first. */
export async function lockPurchases(tx: Tx, registrationId: number): Promise<void> {
  await tx
    .selectFrom("extras_purchases")
    .select("id")
    .where("registration_id", "=", registrationId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** A registration's orders of which at least one extra was handed over. */
export async function handedOverOrders(db: Db, registrationId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("extras_purchases")
    .select("order_id")
    .where("registration_id", "=", registrationId)
    .where(sql<boolean>`0 < any(handed)`)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/**
 * Whether a registration has an order of paid extras, bought after its tickets and not cancelled, of which none was
 * handed over.
 */
export async function hasPaidLaterExtras(db: Db, registrationId: number): Promise<boolean> {
  const orders = await db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("purpose", "=", "extras")
    .where("keeps", "=", "sold")
    .where("payment_status", "=", "paid")
    .where("total_amount", ">", 0)
    .execute();
  const handedOver = await handedOverOrders(db, registrationId);
  return orders.some(({ id }) => !handedOver.has(id));
}

/** The purchase of an order, or undefined. */
export function purchaseOfOrder(db: Db, orderId: number): Promise<PurchaseRow | undefined> {
  return withOrder(db).where("extras_purchases.order_id", "=", orderId).executeTakeFirst();
}

export interface NewPurchase {
  registrationId: number;
  eventId: number;
  orderId: number;
  items: readonly OrderItem[];
}

/** The extras that were bought with the tickets, as one purchase, or none. */
export function boughtWith(
  { id, event_id, lines }: Pick<RegistrationRow, "id" | "event_id" | "lines">,
  orderId: number,
): NewPurchase[] {
  const items = lines.filter(({ kind }) => kind === "extras");
  return items.length === 0 ? [] : [{ registrationId: id, eventId: event_id, orderId, items }];
}

/** The statement that inserts purchases; null if there are none. */
export function insertPurchases(tx: Tx, purchases: readonly NewPurchase[]) {
  if (purchases.length === 0) return null;
  return tx
    .insertInto("extras_purchases")
    .values(
      purchases.map(({ registrationId, eventId, orderId, items }) => ({
        registration_id: registrationId,
        event_id: eventId,
        order_id: orderId,
        extras_data: JSON.stringify(items),
        qr_uuid: randomUUID(),
      })),
    )
    .onConflict((conflict) => conflict.column("order_id").doNothing());
}

/** Presents a purchase. `qrText` is null unless it is paid or free, and without `privateKey`. */
export function presentPurchase(row: PurchaseRow, privateKey: string | null): OwnPurchase {
  const isPaid = row.payment_status === "paid" || row.payment_status === "free";
  const signedValues = { id: row.id, qrUuid: row.qr_uuid, e: row.event_id };
  return {
    id: row.id,
    registrationId: row.registration_id,
    eventId: row.event_id,
    extrasData: row.extras_data,
    status: row.redeemed,
    handed: row.handed,
    qrUuid: row.qr_uuid,
    scannedAt: row.scanned_at?.toISOString() ?? null,
    paymentStatus: row.payment_status,
    qrText: isPaid && privateKey !== null ? signExtrasQr(privateKey, signedValues) : null,
  };
}
