import { randomBytes } from "node:crypto";
import { NO_STRIPE } from "../../contract/shapes/order.ts";
import type { Tx } from "../db/pool.ts";
import { eventKey } from "../events/rows.ts";
import { queueMails } from "../mail/mail.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { presentOrder } from "../orders/rows.ts";
import { presentAttendees, presentQuote, presentRegistration } from "../registrations/present.ts";
import { ticketMails } from "../registrations/tickets.ts";
import {
  addAttendees,
  addOrder,
  addReply,
  attendeeRows,
  orderRow,
  registrationEntry,
  registrationRow,
} from "./newRows.ts";
import type { GrantedRequest, HoldReply } from "./reservation.ts";
import { addMove, type NewIds, noMoves, noRows, writeReservations } from "./rows.ts";

/** Writes grants, and returns the replies in their order. */
export async function writeGranted(
  tx: Tx,
  granted: readonly GrantedRequest[],
  { now, ids }: { now: Date; ids: NewIds },
): Promise<HoldReply[]> {
  if (granted.length === 0) return [];
  const rows = noRows();
  const moves = noMoves();
  const mails: MailToQueue[] = [];
  const replies: HoldReply[] = [];
  const keys = await signingKeys(tx, granted);
  const accessKeys = newAccessKeys(granted.length);
  for (const one of granted) {
    const newIds = { id: ids.registrations.pop()!, accessKey: accessKeys.pop()! };
    const registration = registrationRow(one, newIds, now);
    const { grant, request } = one;
    const isFreeExpress = request.express !== null && grant.totalAmount === 0;
    const counterChange = (quantity: number) =>
      isFreeExpress ? { held: 0, sold: quantity } : { held: quantity, sold: 0 };
    rows.registrations.push({ ...registration });
    addMove(moves.events, grant.event.id, {
      ...counterChange(grant.places),
      attendees: isFreeExpress ? one.people.length : 0,
    });
    for (const item of grant.items) {
      addMove(
        item.kind === "ticket" ? moves.tickets : moves.extras,
        item.refId,
        counterChange(item.quantity),
      );
    }
    // Staff's entry, with their name, is written by server/desk/addPeople.ts; seats have none.
    if (request.wish.byStaff === undefined) rows.audit.push(registrationEntry(registration));
    let reply: HoldReply;
    if (request.express === null) {
      const quote = presentQuote(registration);
      reply = { registration: presentRegistration(registration), accessKey: registration.access_key, quote };
    } else {
      const order = orderRow(registration, ids.orders.pop()!, now);
      const attendees = attendeeRows(one.people, registration, ids.attendees, now);
      addOrder(rows, order);
      addAttendees(rows, attendees);
      if (isFreeExpress && request.express.mailsTickets !== false)
        mails.push(...ticketMails(registration, one.people));
      const key = isFreeExpress ? keys.get(grant.event.id) : undefined;
      reply = {
        registration: presentRegistration(registration),
        accessKey: registration.access_key,
        attendees: presentAttendees(attendees, key ?? null),
        order: presentOrder(order),
        clientSecret: isFreeExpress ? NO_STRIPE : null,
      };
    }
    addReply(rows, request.idempotency, reply);
    replies.push(reply);
  }
  await writeReservations(tx, rows, moves);
  if (mails.length > 0) await queueMails(tx, mails);
  return replies;
}

async function signingKeys(tx: Tx, granted: readonly GrantedRequest[]): Promise<ReadonlyMap<number, string>> {
  const events = new Set(
    granted.flatMap(({ request, grant }) =>
      request.express !== null && grant.totalAmount === 0 ? [grant.event.id] : [],
    ),
  );
  const keys = new Map<number, string>();
  for (const eventId of events) {
    const key = await eventKey(tx, eventId);
    if (key !== undefined) keys.set(eventId, key.private_key);
  }
  return keys;
}

/** 128 random bits each. */
function newAccessKeys(count: number): string[] {
  const bits = randomBytes(16 * count);
  return Array.from({ length: count }, (_, index) => bits.toString("base64url", index * 16, index * 16 + 16));
}
