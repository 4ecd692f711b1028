import { randomUUID } from "node:crypto";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { attendeeName } from "./guestName.ts";
import type { AttendeeRow, RegistrationRow } from "./rows.ts";

/** Mails to people whose tickets were cancelled, or passed on to somebody at `to`. The buyer's address and `to` get none. */
export function ticketGoneMails(
  { email, event_id }: Pick<RegistrationRow, "email" | "event_id">,
  people: readonly Pick<AttendeeRow, "email" | "first_name" | "last_name" | "ticket_title">[],
  why: "cancelled" | "passedOn",
  { to = null, byOrganiser = false }: { to?: string | null; byOrganiser?: boolean } = {},
): MailToQueue[] {
  const mailedAlready = [email, to].map((address) => address?.toLowerCase());
  return people.flatMap((person) =>
    person.email === null || mailedAlready.includes(person.email.toLowerCase())
      ? []
      : [
          {
            key: `ticketGone:${randomUUID()}`,
            kind: "ticketGone",
            recipient: person.email,
            payload: {
              eventId: event_id,
              name: attendeeName(person),
              ticketTitle: person.ticket_title,
              why,
              ...(byOrganiser && { byOrganiser }),
            },
          },
        ],
  );
}
