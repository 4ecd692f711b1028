import { type RawBuilder, sql } from "kysely";
import type { PaymentFilter } from "../../contract/shapes/order.ts";
import type { RegistrationState } from "../../contract/shapes/registration.ts";
import { hasPaymentStatus } from "../orders/expired.ts";
import { hasMissingParts } from "../registrations/missing.ts";

/** Without a state, the filters select attendees of active registrations. */
export interface AttendeeListFilters {
  checkinStatus?: boolean | undefined;
  ticketId?: number | undefined;
  registrationState?: RegistrationState | "all" | undefined;
  orderStatus?: PaymentFilter | undefined;
  questionId?: number | undefined;
  answer?: string | undefined;
  extrasId?: number | undefined;
  promoCodeId?: number | undefined;
  importId?: number | undefined;
  /** Whether a name or a required answer is missing. */
  missing?: boolean | undefined;
}

/** The condition on attendees `a` and their registrations `r`. */
export function attendeeConditions(eventId: number, filters: AttendeeListFilters): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`a.event_id = ${eventId}`];
  const { checkinStatus, ticketId, registrationState = "active", orderStatus } = filters;
  const { questionId, answer, extrasId, promoCodeId } = filters;
  if (registrationState !== "all") conditions.push(sql`r.state = ${registrationState}`);
  if (ticketId !== undefined) conditions.push(sql`a.ticket_id = ${ticketId}`);
  if (checkinStatus !== undefined) {
    const hasArrived = sql`exists (select from checkins where checkins.attendee_id = a.id)`;
    conditions.push(checkinStatus ? hasArrived : sql`not ${hasArrived}`);
  }
  if (orderStatus !== undefined)
    conditions.push(sql`exists (select from orders o where o.registration_id = r.id
      and o.purpose = 'registration' and ${hasPaymentStatus(orderStatus)})`);
  if (questionId !== undefined || answer !== undefined)
    conditions.push(sql`exists (select from answers w where w.attendee_id = a.id
      and ${questionId === undefined ? sql`true` : sql`w.question_id = ${questionId}`}
      and ${answer === undefined ? sql`true` : sql`${answer} = any(string_to_array(w.answer, E'\n'))`})`);
  if (extrasId !== undefined)
    conditions.push(sql`exists (select from orders o join order_items i on i.order_id = o.id
      where o.registration_id = r.id and o.payment_status in ('paid', 'free')
      and i.kind = 'extras' and i.ref_id = ${extrasId})`);
  if (promoCodeId !== undefined) conditions.push(sql`r.promo_code_id = ${promoCodeId}`);
  if (filters.importId !== undefined) conditions.push(sql`r.import_id = ${filters.importId}`);
  if (filters.missing !== undefined)
    conditions.push(filters.missing ? hasMissingParts : sql`not ${hasMissingParts}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether the filters select all attendees of active registrations. */
export function isUnfiltered(filters: AttendeeListFilters): boolean {
  const { registrationState = "active", ...others } = filters;
  return registrationState === "active" && Object.values(others).every((value) => value === undefined);
}
