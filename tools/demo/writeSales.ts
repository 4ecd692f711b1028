import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { orderTaxOf } from "../../contract/rules/money/tax.ts";
import type { AuditEntry } from "../../server/audit/rows.ts";
import type { Tx } from "../../server/db/pool.ts";
import type { OrderLine } from "../../server/db/schema/people.ts";
import { addMove, noMoves, noRows, takeIds, writeReservations } from "../../server/holds/rows.ts";
import { newOrderNumber } from "../../server/orders/orderNumber.ts";
import { paymentIdKey } from "../../server/payments/paymentIdInMetadata.ts";
import type { DemoSale } from "./sell.ts";
import type { DemoEvent } from "./world.ts";
import type { EventIds } from "./writeEvent.ts";

/**
 * Writes the sales by the engine's own statement, so that rows and counters agree, and the payments of the event's paid
 * orders. Codes and keys are random, because even the tickets of a demo need secrets.
 */
export async function writeSales(
  tx: Tx,
  event: DemoEvent,
  ids: EventIds,
  sales: readonly DemoSale[],
): Promise<void> {
  const reservedIds = await takeIds(tx, {
    registrations: sales.length,
    attendees: sales.reduce((sum, { people }) => sum + people.length, 0),
    orders: sales.length,
  });
  const orderTax = orderTaxOf(event);
  const rows = noRows();
  const moves = noMoves();
  for (const sale of sales) {
    const registrationId = reservedIds.registrations.pop()!;
    const orderId = reservedIds.orders.pop()!;
    const places = sale.people.length;
    const items = itemsOf(event, ids, sale);
    const price = {
      subtotal: sale.subtotal,
      tax: sale.tax,
      prices_include_tax: orderTax.pricesIncludeTax,
      tax_percent: orderTax.taxPercent,
      total_amount: sale.totalAmount,
      currency: event.currency,
      buyer_name: null,
      promo_code: null,
      discount: 0,
    };
    rows.registrations.push({
      id: registrationId,
      event_id: ids.event,
      state: "active",
      email: sale.people[0]!.email,
      access_key: randomBytes(16).toString("base64url"),
      additional_fields: {},
      user_timezone: sale.userTimezone,
      timezone_offset: null,
      places,
      lines: items,
      ...price,
      promo_code_id: null,
      promo_uses: 0,
      expires_at: null,
      client: null,
      created_at: sale.boughtAt,
      updated_at: sale.boughtAt,
    });
    rows.orders.push({
      id: orderId,
      order_number: newOrderNumber(),
      purpose: "registration",
      event_id: ids.event,
      registration_id: registrationId,
      ...price,
      payment_status: sale.totalAmount === 0 ? "free" : "paid",
      created_at: sale.boughtAt,
      paid_at: sale.boughtAt,
    });
    addMove(moves.events, ids.event, { held: 0, sold: places, attendees: places });
    for (const { kind, refId, title, unitPrice, quantity, total, taxRate } of items) {
      rows.items.push({
        order_id: orderId,
        kind,
        ref_id: refId,
        title,
        unit_price: unitPrice,
        quantity,
        total,
        tax_name: taxRate?.name ?? null,
        tax_percent: taxRate?.percent ?? null,
      });
      addMove(kind === "ticket" ? moves.tickets : moves.extras, refId, { held: 0, sold: quantity });
    }
    const extras = items.filter(({ kind }) => kind === "extras");
    if (extras.length > 0) {
      rows.purchases.push({
        registration_id: registrationId,
        event_id: ids.event,
        order_id: orderId,
        extras_data: extras,
        qr_uuid: randomUUID(),
      });
    }
    for (const [index, person] of sale.people.entries()) {
      const attendeeId = reservedIds.attendees.pop()!;
      rows.attendees.push({
        id: attendeeId,
        registration_id: registrationId,
        event_id: ids.event,
        ticket_id: ids.tickets[sale.ticket]!,
        is_primary: index === 0,
        first_name: person.firstName,
        last_name: person.lastName,
        // A buyer often knows the address of one companion only.
        email: index < 2 ? person.email : null,
        phone: null,
        qr_uuid: randomUUID(),
      });
      if (index > 0) continue;
      for (const { question, answer } of sale.answers) {
        rows.answers.push({
          attendee_id: attendeeId,
          question_id: ids.questions[question]!,
          question_text: event.questions[question]!.text,
          answer,
        });
      }
    }
    rows.audit.push(...historyOf(sale, { event: ids.event, registrationId, orderId }));
  }
  await writeReservations(tx, rows, moves);
  // The engine's statement has stored the present time, but the sales were earlier.
  await sql`update attendees set created_at = r.created_at from registrations r
    where r.id = attendees.registration_id and attendees.event_id = ${ids.event}`.execute(tx);
  for (const entity of ["registration", "order"] as const) {
    await sql`update audit_log set at = made.created_at from ${sql.table(`${entity}s`)} made
      where entity = ${entity} and entity_id = made.id and made.event_id = ${ids.event}`.execute(tx);
  }
  await payOrders(tx, ids.event);
}

function historyOf(
  { totalAmount, people }: DemoSale,
  { event, registrationId, orderId }: { event: number; registrationId: number; orderId: number },
): AuditEntry[] {
  const isFree = totalAmount === 0;
  const actor = isFree ? "visitor" : "provider:test";
  const order = { eventId: event, entity: "order", entityId: orderId } as const;
  const placed = { from: null, to: isFree ? "free" : "pending", totalAmount };
  const valid = { from: isFree ? null : "pending", to: "active", places: people.length };
  return [
    { ...order, actor: "visitor", action: "placed", detail: placed },
    ...(isFree
      ? []
      : [{ ...order, actor, action: "paid" as const, detail: { from: "pending", to: "paid" } }]),
    {
      actor,
      eventId: event,
      entity: "registration",
      entityId: registrationId,
      action: "active",
      detail: valid,
    },
  ];
}

function itemsOf(event: DemoEvent, ids: EventIds, sale: DemoSale): OrderLine[] {
  const item = (
    kind: OrderLine["kind"],
    refId: number,
    title: string,
    unitPrice: number,
    quantity: number,
  ) => ({
    kind,
    refId,
    title,
    unitPrice,
    quantity,
    total: unitPrice * quantity,
  });
  const { title, price } = event.tickets[sale.ticket]!;
  return [
    item("ticket", ids.tickets[sale.ticket]!, title, price, sale.people.length),
    ...sale.extras.map(({ extra, quantity }) => {
      const { name, price, taxRate } = event.extras[extra]!;
      return {
        ...item("extras", ids.extras[extra]!, name, price, quantity),
        ...(taxRate !== undefined && { taxRate }),
      };
    }),
  ];
}

/** Writes a payment for each paid order, also at the test provider, so that the orders can be refunded. */
async function payOrders(tx: Tx, eventId: number): Promise<void> {
  await sql`
    with due as (
      select id, total_amount, currency, paid_at, 'pi_test_' || replace(gen_random_uuid()::text, '-', '') as ref
      from orders where event_id = ${eventId} and payment_status = 'paid'
    ), paid as (
      insert into payments (provider, provider_ref, amount, currency, state, created_at, updated_at)
      select 'test', ref, total_amount, currency, 'succeeded', paid_at, paid_at from due order by id
      returning id, provider_ref
    ), booked as (
      insert into test_intents (id, idempotency_key, amount, currency, state, client_secret, card_last4, metadata, created_at)
      select ref, 'foyer-demo-' || due.id, total_amount, currency, 'succeeded', ref || '_secret_' || gen_random_uuid(), '4242',
        json_build_object(${paymentIdKey}::text, paid.id::text), paid_at
      from due join paid on paid.provider_ref = due.ref
    )
    update orders set payment_id = paid.id from due join paid on paid.provider_ref = due.ref where orders.id = due.id`.execute(
    tx,
  );
}
