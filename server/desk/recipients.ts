/** Everybody who is written to about a whole event: buyers, guests and sponsors. */
import { sql } from "kysely";

/** The addresses, each once and in lower case. With an instant: of those who registered until then. */
export const recipientsOfEvent = (eventId: number, before?: Date) => {
  const cameBefore = (column: string) =>
    before === undefined ? sql`true` : sql`${sql.ref(column)} <= ${before}`;
  return sql<{ email: string }>`
  select lower(r.email) as email from registrations r
    where r.event_id = ${eventId} and r.state = 'active' and r.email is not null and ${cameBefore("r.created_at")}
  union select lower(a.email) from attendees a join registrations r on r.id = a.registration_id
    where a.event_id = ${eventId} and r.state = 'active' and a.email is not null and ${cameBefore("r.created_at")}
  union select lower(s.sponsor_data ->> 'email') from sponsorships s
    where s.event_id = ${eventId} and s.payment_status = 'paid' and s.sponsor_data ->> 'email' <> ''
      and ${cameBefore("s.created_at")}`;
};
