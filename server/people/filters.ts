/** Filters of an event's attendees, as conditions on `attendees a` and its registration `r`. */
import { type RawBuilder, sql } from "kysely";
import type { PaymentFilter } from "../../contract/shapes/order.ts";
import type { RegistrationState } from "../../contract/shapes/registration.ts";
import { standsAs } from "../orders/expired.ts";

/** The filters of the list apart from search words. Without a state: attendees of active registrations. */
export interface AttendeeListFilters {
  checkinStatus?: boolean | undefined;
  ticketId?: number | undefined;
  registrationState?: RegistrationState | "all" | undefined;
  orderStatus?: PaymentFilter | undefined;
}

/** The conditions, joined by `and`; `a` and `r` must be in the statement. */
export function attendeeConditions(eventId: number, filters: AttendeeListFilters): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [sql`a.event_id = ${eventId}`];
  const { checkinStatus, ticketId, registrationState = "active", orderStatus } = filters;
  if (registrationState !== "all") conditions.push(sql`r.state = ${registrationState}`);
  if (ticketId !== undefined) conditions.push(sql`a.ticket_id = ${ticketId}`);
  if (checkinStatus !== undefined) {
    const arrived = sql`exists (select from checkins where checkins.attendee_id = a.id)`;
    conditions.push(checkinStatus ? arrived : sql`not ${arrived}`);
  }
  if (orderStatus !== undefined)
    conditions.push(sql`exists (select from orders o where o.registration_id = r.id
      and o.purpose = 'registration' and ${standsAs(orderStatus)})`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether the filters select exactly what the event's own counter counts. */
export function isUnfiltered(filters: AttendeeListFilters): boolean {
  const { registrationState = "active", ...others } = filters;
  return registrationState === "active" && Object.values(others).every((value) => value === undefined);
}
