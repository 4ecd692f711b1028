import { sql } from "kysely";

/**
 * The addresses for mails about an event, each once and in lower case, with the time of the latest registration or
 * sponsorship. It has no microseconds, because tellChange.ts also compares it in JavaScript.
 */
export const recipientsOfEvent = (eventId: number) => sql<{ email: string; lastRegisteredAt: Date }>`
  select email, date_trunc('milliseconds', max(created_at)) as "lastRegisteredAt" from (
    select lower(r.email) as email, r.created_at from registrations r
      where r.event_id = ${eventId} and r.state = 'active' and r.email is not null
    union all select lower(a.email), r.created_at from attendees a join registrations r on r.id = a.registration_id
      where a.event_id = ${eventId} and r.state = 'active' and a.email is not null
    union all select lower(s.sponsor_data ->> 'email'), s.created_at from sponsorships s
      where s.event_id = ${eventId} and s.payment_status = 'paid' and s.sponsor_data ->> 'email' <> ''
  ) as people group by email`;
