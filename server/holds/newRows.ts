import { randomUUID } from "node:crypto";
import { boughtByField } from "../../contract/rules/nameParts.ts";
import { type AuditEntry, entryOf } from "../audit/rows.ts";
import type { Idempotency } from "../db/idempotency.ts";
import { newOrderNumber } from "../orders/orderNumber.ts";
import type { OrderRow } from "../orders/rows.ts";
import { buyerNameOf } from "../registrations/people.ts";
import type { AttendeeRow, NewPerson, RegistrationRow } from "../registrations/rows.ts";
import type { GrantedRequest } from "./reservation.ts";
import type { ReservationRows } from "./rows.ts";

const noFields: Record<string, string> = Object.freeze({});

/** The new registration: held; with `express` active if it is free, else pending. */
export function registrationRow(
  { request, grant, people, email }: GrantedRequest,
  { id, accessKey }: { id: number; accessKey: string },
  now: Date,
): RegistrationRow {
  const isExpress = request.express !== null;
  const additionalFields = request.express?.additionalFields ?? noFields;
  const isFree = isExpress && grant.totalAmount === 0;
  return {
    id,
    event_id: grant.event.id,
    state: isFree ? "active" : isExpress ? "pending" : "held",
    email,
    access_key: accessKey,
    additional_fields: additionalFields,
    user_timezone: request.userTimezone,
    timezone_offset: request.timezoneOffset,
    places: grant.places,
    lines: grant.items,
    subtotal: grant.subtotal,
    tax: grant.tax,
    prices_include_tax: grant.orderTax.pricesIncludeTax,
    tax_percent: grant.orderTax.taxPercent,
    total_amount: grant.totalAmount,
    currency: grant.event.currency,
    expires_at: isFree ? null : grant.expiresAt,
    created_at: now,
    updated_at: now,
    promo_code_id: grant.promoCode?.id ?? null,
    promo_code: grant.promoCode?.code ?? null,
    promo_uses: grant.promoUses,
    buyer_name: buyerNameOf(
      additionalFields[boughtByField],
      people.find(({ isPrimary }) => isPrimary),
    ),
    discount: grant.discount,
    client: isFree ? null : (request.wish.client ?? null),
    extensions: 0,
    import_id: null,
  };
}

/** The order at the price quoted for the registration. */
export function orderRow(registration: RegistrationRow, id: number, now: Date): OrderRow {
  const isFree = registration.total_amount === 0;
  return {
    id,
    order_number: newOrderNumber(),
    purpose: "registration",
    event_id: registration.event_id,
    registration_id: registration.id,
    payment_id: null,
    subtotal: registration.subtotal,
    tax: registration.tax,
    prices_include_tax: registration.prices_include_tax,
    tax_percent: registration.tax_percent,
    total_amount: registration.total_amount,
    currency: registration.currency,
    payment_status: isFree ? "free" : "pending",
    refunded_amount: 0,
    created_at: now,
    paid_at: isFree ? now : null,
    keeps: "nothing",
    held_until: null,
    refund_due: 0,
    promo_code: registration.promo_code,
    discount: registration.discount,
    channel: "web",
    paid_by: null,
    paid_note: "",
    refund_awaits_buyer: 0,
    imported_number: null,
    paid_elsewhere: null,
    items: registration.lines,
    receipt_number: null,
  };
}

/** Takes the ids from the end of `ids`. */
export function attendeeRows(
  people: readonly NewPerson[],
  registration: RegistrationRow,
  ids: number[],
  now: Date,
): AttendeeRow[] {
  const titles = new Map(
    registration.lines.flatMap(({ kind, refId, title }) => (kind === "ticket" ? [[refId, title]] : [])),
  );
  return people.map((person) => ({
    id: ids.pop()!,
    registration_id: registration.id,
    event_id: registration.event_id,
    ticket_id: person.ticketId,
    is_primary: person.isPrimary,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    qr_uuid: person.qrUuid,
    created_at: now,
    ticket_title: titles.get(person.ticketId)!,
    checkin_id: null,
    checkin_time: null,
    answers: person.answers,
    is_named: person.firstName !== "",
    import_id: null,
    has_old_code: false,
  }));
}

/** Adds an order, its items and, if it is free, the purchase of its extras. */
export function addOrder(rows: ReservationRows, order: OrderRow): void {
  rows.orders.push({ ...order });
  for (const item of order.items) {
    rows.items.push({
      order_id: order.id,
      kind: item.kind,
      ref_id: item.refId,
      title: item.title,
      unit_price: item.unitPrice,
      quantity: item.quantity,
      total: item.total,
      tax_name: item.taxRate?.name ?? null,
      tax_percent: item.taxRate?.percent ?? null,
    });
  }
  const extras = order.items.filter((item) => item.kind === "extras");
  if (order.payment_status === "free" && extras.length > 0) {
    rows.purchases.push({
      registration_id: order.registration_id!,
      event_id: order.event_id,
      order_id: order.id,
      extras_data: extras,
      qr_uuid: randomUUID(),
    });
  }
}

/** Adds attendees and their answers. */
export function addAttendees(rows: ReservationRows, attendees: readonly AttendeeRow[]): void {
  for (const attendee of attendees) {
    rows.attendees.push({ ...attendee });
    for (const { questionId, text, answer } of attendee.answers) {
      rows.answers.push({ attendee_id: attendee.id, question_id: questionId, question_text: text, answer });
    }
  }
}

/** Adds the reply for requests that repeat the Idempotency-Key. */
export function addReply(rows: ReservationRows, idempotency: Idempotency | null, reply: unknown): void {
  if (idempotency === null) return;
  const { call, key, bodyHash } = idempotency;
  rows.replies.push({ call, key, body_hash: bodyHash, reply });
}

/** The history entry of a placed order. */
export function placedEntry(order: OrderRow, actor: string): AuditEntry {
  const detail = { from: null, to: order.payment_status, totalAmount: order.total_amount };
  return entryOf("order", order, { actor, action: "placed", detail });
}

/** The history entry of a new registration. */
export function registrationEntry(registration: RegistrationRow): AuditEntry {
  return entryOf("registration", registration, {
    actor: "visitor",
    action: registration.state,
    detail: { from: null, to: registration.state, places: registration.places },
  });
}
