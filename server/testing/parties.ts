import { randomUUID } from "node:crypto";
import type { DoorScan } from "../../contract/shapes/door/door.ts";
import type { Db } from "../db/pool.ts";
import { signAttendeeQr, signExtrasQr } from "../documents/qrSignature.ts";
import type { TestApp } from "./app.ts";
import { buildExtras } from "./builders.ts";
import { people } from "./buying.ts";

export interface Guest {
  attendeeId: number;
  registrationId: number;
  code: string;
}

/** Registers people for a free ticket, in one registration. */
export async function buildParty(
  app: TestApp,
  { eventId, ticketId }: { eventId: number; ticketId: number },
  quantity: number,
  extras: { extrasId: number; quantity: number }[] = [],
): Promise<Guest[]> {
  const tickets = [{ ticketId, quantity }];
  const reply = await app.ask("registration/express", {
    body: { eventId, tickets, extras, attendees: people(ticketId, quantity) },
  });
  if (reply.status !== 200) throw new Error(`Not registered: ${reply.code} ${reply.msg}`);
  const { attendees, registration } = reply.payload;
  return attendees.map(({ attendeeId, qrText }) => ({
    attendeeId,
    registrationId: registration.id,
    code: qrText!,
  }));
}

/** Registers a guest with free extras. `code` is that of the extras. */
export async function buildExtrasPurchase(
  app: TestApp,
  sale: { eventId: number; ticketId: number },
): Promise<{ purchaseId: number; guest: Guest; code: string }> {
  const { db } = app.database;
  const extras = await buildExtras(db, sale.eventId, { name: "Badge", price: 0, maxStock: null });
  const [guest] = await buildParty(app, sale, 1, [{ extrasId: extras.id, quantity: 2 }]);
  const purchase = await db
    .selectFrom("extras_purchases")
    .select(["id", "qr_uuid"])
    .where("registration_id", "=", guest!.registrationId)
    .executeTakeFirstOrThrow();
  const ids = { id: purchase.id, qrUuid: purchase.qr_uuid, e: sale.eventId };
  return {
    purchaseId: purchase.id,
    guest: guest!,
    code: signExtrasQr(await privateKeyOf(db, sale.eventId), ids),
  };
}

/** An event's signing key. */
export async function privateKeyOf(db: Db, eventId: number): Promise<string> {
  const row = await db
    .selectFrom("event_keys")
    .select("private_key")
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return row.private_key;
}

/** A code for any ids, also of a deleted attendee. */
export async function signedCode(
  db: Db,
  {
    eventId,
    attendeeId,
    registrationId,
    secret = randomUUID(),
  }: {
    eventId: number;
    attendeeId: number;
    registrationId: number;
    secret?: string;
  },
): Promise<string> {
  const ids = { r: registrationId, a: attendeeId, q: secret, e: eventId };
  return signAttendeeQr(await privateKeyOf(db, eventId), ids);
}

let sequence = 0;

/** A scan that asks for a verdict, unless it is `decided`. */
export function scanOf(scan: Partial<DoorScan>): DoorScan {
  return {
    scanId: randomUUID(),
    sequence: ++sequence,
    kind: "admit",
    decided: false,
    claimedAt: "2026-11-21T12:00:00.000Z",
    ...scan,
  };
}
