/** Filters of an event's attendees, as SQL conditions. `a` is the table attendees, `r` the registration of each. */
import { type RawBuilder, sql } from "kysely";
import type { PaymentFilter } from "../../contract/shapes/order.ts";
import type { RegistrationState } from "../../contract/shapes/registration.ts";
import { hasPaymentStatus } from "../orders/expired.ts";

/** The filters of the list apart from search words. Without a state: attendees of active registrations. */
export interface AttendeeListFilters {
  checkinStatus?: boolean | undefined;
  ticketId?: number | undefined;
  registrationState?: RegistrationState | "all" | undefined;
  orderStatus?: PaymentFilter | undefined;
}

/** The conditions, joined by `and`. The statement must define `a` and `r`. */
export function attendeeConditions(eventId: number, filters: AttendeeListFilters): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`a.event_id = ${eventId}`];
  const { checkinStatus, ticketId, registrationState = "active", orderStatus } = filters;
  if (registrationState !== "all") conditions.push(sql`r.state = ${registrationState}`);
  if (ticketId !== undefined) conditions.push(sql`a.ticket_id = ${ticketId}`);
  if (checkinStatus !== undefined) {
    const hasArrived = sql`exists (select from checkins where checkins.attendee_id = a.id)`;
    conditions.push(checkinStatus ? hasArrived : sql`not ${hasArrived}`);
  }
  if (orderStatus !== undefined)
    conditions.push(sql`exists (select from orders o where o.registration_id = r.id
      and o.purpose = 'registration' and ${hasPaymentStatus(orderStatus)})`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether the filters select all attendees of active registrations, which a counter of the event counts. */
export function isUnfiltered(filters: AttendeeListFilters): boolean {
  const { registrationState = "active", ...others } = filters;
  return registrationState === "active" && Object.values(others).every((value) => value === undefined);
}
