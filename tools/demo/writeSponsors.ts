import { randomBytes } from "node:crypto";
import { record } from "../../server/audit/rows.ts";
import type { Tx } from "../../server/db/pool.ts";
import { moveStock } from "../../server/holds/orderStock.ts";
import { newOrderNumber } from "../../server/orders/orderNumber.ts";
import { insertOrder, updateOrder } from "../../server/orders/rows.ts";
import { insertSponsorship } from "../../server/sponsorships/sponsorshipRows.ts";
import type { DemoEvent, DemoSponsor } from "./world.ts";
import type { EventIds } from "./writeEvent.ts";

const dayMs = 24 * 3_600_000;

/** Writes the sponsors with paid orders. `writeSales`, which must follow, writes the payments. */
export async function writeSponsors(
  tx: Tx,
  event: DemoEvent,
  ids: EventIds,
  { clubId, until }: { clubId: number; until: Date },
): Promise<void> {
  for (const sponsor of event.sponsors ?? []) {
    const at = new Date(until.getTime() - sponsor.daysBefore * dayMs);
    const gift = giftOf(event, ids, sponsor);
    const kind = gift.packageId === null ? "donation" : "sponsorship";
    const item = {
      kind,
      refId: gift.packageId,
      title: gift.title,
      unitPrice: gift.amount,
      quantity: 1,
      total: gift.amount,
    } as const;
    const order = await insertOrder(
      tx,
      {
        order_number: newOrderNumber(),
        purpose: kind,
        event_id: ids.event,
        registration_id: null,
        subtotal: gift.amount,
        tax: 0,
        total_amount: gift.amount,
        currency: event.currency,
        payment_status: "pending",
        paid_at: null,
      },
      [item],
    );
    await moveStock(tx, order, { keeps: "sold" });
    const { id } = await insertSponsorship(tx, {
      event_id: ids.event,
      club_id: clubId,
      registration_id: null,
      seats_registration_id: null,
      package_id: gift.packageId,
      package_type: gift.packageId === null ? "donation" : gift.title,
      sponsor_data: {
        firstName: sponsor.firstName,
        lastName: sponsor.lastName,
        email: sponsor.email,
        phone: sponsor.phone ?? "",
        organization: sponsor.organization ?? "",
        message: sponsor.message ?? "",
      },
      amount: gift.amount,
      currency: event.currency,
      access_key: randomBytes(16).toString("base64url"),
      order_id: order.id,
      is_public: sponsor.isPublic,
    });
    await updateOrder(tx, order.id, { payment_status: "paid", paid_at: at });
    const entry = { eventId: ids.event, entity: "order", entityId: order.id } as const;
    await record(
      tx,
      {
        ...entry,
        actor: "visitor",
        action: "placed",
        detail: { from: null, to: "pending", totalAmount: gift.amount },
      },
      { ...entry, actor: "provider:test", action: "paid", detail: { from: "pending", to: "paid" } },
    );
    await tx.updateTable("orders").set({ created_at: at }).where("id", "=", order.id).execute();
    await tx.updateTable("sponsorships").set({ created_at: at }).where("id", "=", id).execute();
  }
}

function giftOf(
  event: DemoEvent,
  ids: EventIds,
  { gives }: DemoSponsor,
): { packageId: number | null; title: string; amount: number } {
  if ("amount" in gives) return { packageId: null, title: "Donation", amount: gives.amount };
  const { name, price } = event.packages[gives.package]!;
  return { packageId: ids.packages[gives.package]!, title: name, amount: price };
}
