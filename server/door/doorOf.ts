import { questionWords } from "../../contract/rules/questions/questions.ts";
import type { Door, DoorRight } from "../../contract/shapes/door/door.ts";
import type { Db } from "../db/pool.ts";
import { configOf } from "../events/present.ts";
import { type EventRow, eventKey } from "../events/rows.ts";
import { questionsOfEvents } from "../forms/rows.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";

/** An Ed25519 key in SPKI begins with these bytes (RFC 8410). */
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** The door of an event as one device gets it, without attendees; `expiresAt` is null for staff. */
export async function doorOf(
  db: Db,
  event: EventRow,
  device: { gate: string; rights: readonly DoorRight[]; expiresAt: Date | null },
): Promise<Door> {
  const key = await eventKey(db, event.id);
  const tickets = await ticketsOfEvent(db, event.id, { onlyActive: false });
  const questions = await questionsOfEvents(db, [event.id]);
  return {
    event: {
      id: event.id,
      name: event.name,
      slug: event.slug,
      startDatetime: event.start_datetime.toISOString(),
      endDatetime: event.end_datetime?.toISOString() ?? null,
      timeZone: event.time_zone,
      dateFormat: configOf(event).dateFormat,
      currency: event.currency,
    },
    gate: device.gate,
    rights: [...device.rights],
    publicKey: spkiOf(key?.public_key ?? ""),
    expiresAt: device.expiresAt?.toISOString() ?? null,
    tickets: tickets.map(({ id, title, price, valid_days, tax_rate, is_active }) => ({
      ticketId: id,
      title,
      price,
      validDays: valid_days,
      taxRate: tax_rate,
      isActive: is_active,
    })),
    questions: questions.flatMap(({ id, type_id: typeId, text, shows_at_door }) =>
      shows_at_door ? [{ questionId: id, typeId, text: questionWords({ typeId, text }) }] : [],
    ),
  };
}

function spkiOf(rawKey: string): string {
  return Buffer.concat([spkiPrefix, Buffer.from(rawKey, "base64url")]).toString("base64");
}
