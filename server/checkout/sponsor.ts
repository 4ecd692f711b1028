/**
 * A separate order holds the package during the payment, and the engine holds its seats (docs/wire.md §4).
 * Lock order: event → ticket → shared capacity → package → order.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { currencyRules } from "../../contract/rules/money/currencies.ts";
import { formatMoney } from "../../contract/rules/money/money.ts";
import { totalsOf } from "../../contract/rules/money/tax.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import { record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { heldUntil } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { amountMismatch } from "../holds/grant.ts";
import { placedEntry } from "../holds/newRows.ts";
import { lockStock, moveStock, packagesLeft, type StockRows } from "../holds/orderStock.ts";
import { requirePayable } from "../holds/payable.ts";
import type { LockRows } from "../holds/reserve.ts";
import { holdSeats, type WantedSeats } from "../holds/seats.ts";
import { newOrderNumber } from "../orders/orderNumber.ts";
import { insertOrder } from "../orders/rows.ts";
import { isSameSecret, newAccessKey } from "../registrations/proof.ts";
import { registrationById } from "../registrations/rows.ts";
import { type PackageRow, packageById } from "../sponsorships/rows.ts";
import {
  insertSponsorship,
  presentOwnSponsorship,
  sponsorshipById,
} from "../sponsorships/sponsorshipRows.ts";
import { requireSellingEvent } from "./purchaseExtras.ts";
import type { StartPayment } from "./startPayment.ts";

type Wish = BodyOf<"sponsorship/create">;

/** Writes a sponsorship or donation with a pending order, and holds its package and seats. */
export function createSponsorship(
  db: Db,
  body: Wish,
  {
    idempotency,
    now,
    client = null,
    lock = lockStock,
    lockRows,
  }: CallContext & {
    /** Null if requests of one client are not limited. */
    client?: string | null;
    /** A test may leave out the locks to show the race. */
    lock?: typeof lockStock;
    lockRows?: LockRows;
  },
): Promise<PayloadOf<"sponsorship/create">> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const { eventId, packageId, sponsorData, registrationId } = body;
    const wanted = packageId ? await wantedSeats(tx, { ...body, packageId }, client) : null;
    // Seats before the package, because tickets come first in the lock order.
    const seatsId = wanted && (await holdSeatsOf(tx, wanted, { now, lockRows }));
    const stock = await lock(tx, { eventId, extras: [], packages: packageId ? [packageId] : [] });
    const event = requireSellingEvent(stock, now);
    const item = itemOf(stock, event, body);
    if (packageId) requireSameSeats(stock.packages.get(packageId)!, wanted);
    // A donation has no tax. A package has the tax of its own rate, or none.
    const pricesIncludeTax = item.taxRate !== undefined && event.prices_include_tax;
    const totals = totalsOf([item], { taxType: "percent", taxAmount: 0, pricesIncludeTax });
    requirePayable(totals.totalAmount, event.currency, packageId ? "packageId" : "amount");
    const isOwn = await isOwnRegistration(tx, event, { registrationId, email: sponsorData.email });
    const order = await insertOrder(
      tx,
      {
        order_number: newOrderNumber(),
        purpose: packageId ? "sponsorship" : "donation",
        event_id: event.id,
        registration_id: null,
        subtotal: totals.subtotal,
        tax: totals.tax,
        prices_include_tax: pricesIncludeTax,
        total_amount: totals.totalAmount,
        currency: event.currency,
        payment_status: "pending",
        paid_at: null,
      },
      [item],
    );
    await moveStock(tx, order, { keeps: "held", until: heldUntil(event, now) });
    const accessKey = newAccessKey();
    const sponsorship = await insertSponsorship(tx, {
      event_id: event.id,
      club_id: event.club_id,
      registration_id: isOwn ? (registrationId ?? null) : null,
      package_id: packageId ?? null,
      package_type: packageId ? item.title : "donation",
      sponsor_data: sponsorData,
      amount: item.total,
      currency: event.currency,
      access_key: accessKey,
      order_id: order.id,
      is_public: body.isPublic,
      seats_registration_id: seatsId,
    });
    await record(tx, placedEntry(order, "visitor"));
    return { sponsorship: presentOwnSponsorship(sponsorship, registrationId ?? null), accessKey };
  });
}

/** The seats in a package; null if it has none, or cannot be bought. */
async function wantedSeats(
  tx: Tx,
  { eventId, packageId, sponsorData }: Wish & { packageId: number },
  client: string | null,
): Promise<(WantedSeats & { packageName: string }) | null> {
  const row = await packageById(tx, packageId);
  // A package that cannot be bought is refused later, under its lock.
  if (row?.ticket_id == null || row.event_id !== eventId || !row.is_active || packagesLeft(row) === 0)
    return null;
  const { ticket_id: ticketId, ticket_count: quantity, name: packageName } = row;
  return { eventId, ticketId, quantity, email: sponsorData.email, client, packageName };
}

async function holdSeatsOf(
  tx: Tx,
  { packageName, ...wanted }: WantedSeats & { packageName: string },
  options: Parameters<typeof holdSeats>[2],
): Promise<number> {
  try {
    return await holdSeats(tx, wanted, options);
  } catch (error) {
    if (error instanceof DomainError && ["soldOut", "notEnoughLeft"].includes(error.code))
      throw new DomainError("soldOut", `${packageName} is sold out, because too few seats are left.`);
    throw error;
  }
}

/** Throws busy unless the locked package has the seats that are held. */
function requireSameSeats(row: PackageRow, wanted: WantedSeats | null): void {
  if (row.ticket_id === (wanted?.ticketId ?? null) && row.ticket_count === (wanted?.quantity ?? 0)) return;
  throw new DomainError("busy", "This package has just been changed. Please try again.");
}

/** Starts the payment of a sponsorship. */
export async function startSponsorshipPayment(
  db: Db,
  startPayment: StartPayment,
  body: BodyOf<"sponsorship/createSponsorshipPaymentIntent">,
  context: CallContext,
): Promise<PayloadOf<"sponsorship/createSponsorshipPaymentIntent">> {
  const order = await sponsoredOrder(db, body);
  if (order === null) throw notFound("sponsorship");
  return startPayment({ body: order, ...context });
}

/** The order of a sponsorship if the key is right, or null. */
export async function sponsoredOrder(
  db: Db,
  { sponsorshipId, accessKey }: { sponsorshipId: number; accessKey: string },
): Promise<{ orderId: number; accessKey: string } | null> {
  const sponsorship = await sponsorshipById(db, sponsorshipId);
  if (sponsorship === undefined || !isSameSecret(accessKey, sponsorship.access_key)) return null;
  return sponsorship.order_id === null ? null : { orderId: sponsorship.order_id, accessKey };
}

function itemOf({ packages }: StockRows, event: EventRow, { packageId, amount }: Wish): OrderItem {
  if (!packageId) {
    if (!amount) throw invalidInput({ path: "amount", message: "is required" });
    const minimum = currencyRules[event.currency].leastDonation;
    if (amount < minimum)
      throw invalidInput({
        path: "amount",
        message: `must be at least ${formatMoney(minimum, event.currency)}`,
      });
    return {
      kind: "donation",
      refId: null,
      title: "Donation",
      unitPrice: amount,
      quantity: 1,
      total: amount,
    };
  }
  const row = packages.get(packageId);
  const isOfEvent =
    row !== undefined && (row.event_id ?? event.id) === event.id && row.club_id === event.club_id;
  if (!isOfEvent || !row.is_active || row.currency !== event.currency)
    throw invalidInput({ path: "packageId", message: "is not a package of this event" });
  if (packagesLeft(row) === 0) throw new DomainError("soldOut", `${row.name} is sold out.`);
  if (amount !== undefined && amount !== null && amount !== row.price) throw amountMismatch(row.price);
  return {
    kind: "sponsorship",
    refId: row.id,
    title: row.name,
    unitPrice: row.price,
    quantity: 1,
    total: row.price,
    ...(row.tax_rate !== null && { taxRate: row.tax_rate }),
  };
}

/** Ids can be guessed, so the mail address must match. A wrong id is ignored: a refusal would reveal the address. */
async function isOwnRegistration(
  tx: Tx,
  event: EventRow,
  { registrationId, email }: { registrationId: number | null | undefined; email: string },
): Promise<boolean> {
  if (!registrationId) return false;
  const found = await registrationById(tx, registrationId);
  return found?.event_id === event.id && found.email?.toLowerCase() === email.toLowerCase();
}
