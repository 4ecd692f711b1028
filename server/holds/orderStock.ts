/**
 * The stock that an order itself reserves: extras bought after the tickets, or a sponsor's package. `orders.keeps` says
 * whether it is held, sold or neither. Lock order: places (rows.ts) → packages by id → (registration of seats) → order.
 */
import { sql } from "kysely";
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import type { EventRow } from "../events/rows.ts";
import type { ExtrasRow } from "../extras/rows.ts";
import { lockOrder, type OrderRow, orderById, reservationStatement, updateOrder } from "../orders/rows.ts";
import { paymentById } from "../payments/rows.ts";
import { lockRegistration, registrationById } from "../registrations/rows.ts";
import { lockPackages, type PackageRow } from "../sponsorships/rows.ts";
import { seatsOfOrders, sponsorshipOfOrder } from "../sponsorships/sponsorshipRows.ts";
import { type LockedRegistration, mayBeSold, placesHeldBy } from "./move.ts";
import { addMove, counterStatements, lockPlaces, noMoves } from "./rows.ts";
import { returnSeats, sellSeats } from "./seats.ts";

export interface StockRows {
  event: EventRow | undefined;
  extras: ReadonlyMap<number, ExtrasRow>;
  packages: ReadonlyMap<number, PackageRow>;
}

export interface OrderWithStock extends StockRows {
  order: OrderRow;
  /** The seats of its package. */
  seats?: LockedRegistration | undefined;
}

/** Locks and reads an event, extras and packages. */
export async function lockStock(
  tx: Tx,
  ids: { eventId: number; extras: readonly number[]; packages: readonly number[] },
): Promise<StockRows> {
  const snapshot = await lockPlaces(tx, { events: [ids.eventId], tickets: [], extras: ids.extras });
  const packages = await lockPackages(tx, ids.packages);
  return { event: snapshot.events.get(ids.eventId), extras: snapshot.extras, packages };
}

/** Locks an order after what it reserves. */
export async function lockOrderWithStock(tx: Tx, found: OrderRow): Promise<OrderWithStock> {
  const idsOf = (kind: "extras" | "sponsorship") =>
    found.items.flatMap((item) => (item.kind === kind && item.refId !== null ? [item.refId] : []));
  const seatsId = (await seatsOfOrders(tx, [found.id])).get(found.id);
  const foundSeats = seatsId === undefined ? undefined : await registrationById(tx, seatsId);
  const places = placesHeldBy(foundSeats === undefined ? [] : [foundSeats]);
  const snapshot = await lockPlaces(tx, {
    ...places,
    events: [found.event_id],
    extras: [...places.extras, ...idsOf("extras")],
  });
  const packages = await lockPackages(tx, idsOf("sponsorship"));
  const registration = foundSeats === undefined ? undefined : await lockRegistration(tx, foundSeats.id);
  await lockOrder(tx, found.id);
  return {
    event: snapshot.events.get(found.event_id),
    extras: snapshot.extras,
    packages,
    order: (await orderById(tx, found.id))!,
    seats: registration && { registration, snapshot },
  };
}

export type StockState = { keeps: "held"; until: Date } | { keeps: "sold" | "nothing" };

/** Changes what a locked order keeps and the counters, in one statement. */
export async function moveStock(tx: Tx, order: OrderRow, to: StockState): Promise<void> {
  const moves = noMoves();
  const packages = new Map<number, { held: number; sold: number }>();
  const count = (counter: OrderRow["keeps"], sign: 1 | -1) => {
    if (counter === "nothing") return;
    for (const { kind, refId, quantity } of order.items) {
      const move = { held: 0, sold: 0, [counter]: sign * quantity };
      if (kind === "extras" && refId !== null) addMove(moves.extras, refId, move);
      if (kind === "sponsorship" && refId !== null) addMove(packages, refId, move);
    }
  };
  count(order.keeps, -1);
  count(to.keeps, 1);
  const movedPackages = JSON.stringify([...packages].map(([id, move]) => ({ id, ...move })));
  const heldUntil = to.keeps === "held" ? to.until : null;
  await sql`with moved as (${reservationStatement(order.id, to.keeps, heldUntil)}),
    move_packages as (update sponsorship_packages p set held_count = p.held_count + m.held, sold_count = p.sold_count + m.sold
      from json_to_recordset(${movedPackages}::json) as m (id bigint, held int, sold int) where p.id = m.id),
    ${counterStatements(moves)} select 1`.execute(tx);
}

/**
 * Sells what a locked order holds, or takes it again if its hold has ended. Returns false and changes nothing if that is
 * not possible.
 */
export async function sellStock(
  tx: Tx,
  locked: OrderWithStock,
  by: { actor: string; now: Date },
): Promise<boolean> {
  const { order, seats } = locked;
  if (order.keeps === "nothing" && !isFree(locked)) return false;
  if (seats !== undefined && !mayBeSold(seats)) return false;
  if (order.keeps !== "sold") await moveStock(tx, order, { keeps: "sold" });
  const sponsor = seats && (await sponsorshipOfOrder(tx, order.id));
  if (seats !== undefined && sponsor !== undefined) await sellSeats(tx, seats, { sponsor, ...by });
  return true;
}

/** Returns to sale what a locked order holds or has sold. */
export async function returnStock(
  tx: Tx,
  { order, seats }: Pick<OrderWithStock, "order" | "seats">,
  actor: string,
): Promise<void> {
  await moveStock(tx, order, { keeps: "nothing" });
  if (seats !== undefined) await returnSeats(tx, seats, actor);
}

function isFree({ order, event, extras, packages }: OrderWithStock): boolean {
  if (event === undefined || event.cancelled_at !== null) return false;
  return order.items.every(({ kind, refId, quantity }) => {
    // A donation takes no stock.
    if (refId === null) return true;
    if (kind === "extras") {
      const row = extras.get(refId);
      return row !== undefined && (row.max_stock === null || row.held + row.sold + quantity <= row.max_stock);
    }
    const row = packages.get(refId);
    return row !== undefined && packagesLeft(row) >= quantity;
  });
}

/** How many of a package can still be bought. */
export function packagesLeft(row: PackageRow): number {
  if (row.available_count === -1) return Number.POSITIVE_INFINITY;
  return Math.max(0, row.available_count - row.held_count - row.sold_count);
}

/** Whether an order's payment is still open. */
export type IsPaying = (tx: Tx, order: OrderRow) => Promise<boolean>;

/**
 * Ends the hold of a locked order, unless its payment is open; with `endedBefore` only if the hold is overdue. Returns
 * whether it ended the hold.
 */
export async function releaseStock(
  tx: Tx,
  { order, seats }: OrderWithStock,
  { endedBefore, actor }: { endedBefore: Date | null; actor: string },
  isPaying: IsPaying = isBeingPaid,
): Promise<boolean> {
  if (order.held_until === null) return false;
  if (endedBefore !== null && order.held_until > endedBefore) return false;
  if (await isPaying(tx, order)) return false;
  await returnStock(tx, { order, seats }, actor);
  await updateOrder(tx, order.id, { payment_status: "failed" });
  const detail = { from: order.payment_status, to: "failed" };
  await record(tx, entryOf("order", order, { actor, action: "expired", detail }));
  return true;
}

async function isBeingPaid(tx: Tx, { payment_id }: OrderRow): Promise<boolean> {
  const payment = payment_id === null ? undefined : await paymentById(tx, payment_id);
  return payment !== undefined && ["created", "pending", "processing"].includes(payment.state);
}
