import { signAttendeeQr } from "../server/documents/qrSignature.ts";
import { buildEvent, buildTicket } from "../server/testing/builders.ts";
import { buildHelper } from "../server/testing/doors.ts";
import { privateKeyOf } from "../server/testing/parties.ts";
import { fillEvent, type Shop, withConnection } from "./databases.ts";

export interface Door {
  eventId: number;
  token: string;
}

/** Makes an event with `guests` guests, and opens its door to one device. */
export function buildDoor({ url }: Pick<Shop, "url">, guests: number): Promise<Door> {
  return withConnection(url, async ({ db }) => {
    const event = await buildEvent(db, { start: new Date(), end: null });
    const ticket = await buildTicket(db, event.id, { maxStock: guests });
    await fillEvent({ url }, { eventId: event.id, ticketId: ticket.id }, guests);
    const { token } = await buildHelper(db, { eventId: event.id, now: new Date() });
    return { eventId: event.id, token };
  });
}

export function codesOf({ url }: Pick<Shop, "url">, eventId: number): Promise<string[]> {
  return withConnection(url, async ({ db }) => {
    const key = await privateKeyOf(db, eventId);
    const people = await db
      .selectFrom("attendees")
      .select(["id", "registration_id", "qr_uuid"])
      .where("event_id", "=", eventId)
      .orderBy("id")
      .execute();
    return people.map(({ id, registration_id, qr_uuid }) =>
      signAttendeeQr(key, { r: registration_id, a: id, q: qr_uuid, e: eventId }),
    );
  });
}
