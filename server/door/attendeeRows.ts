import { type RawBuilder, sql } from "kysely";
import { completingHandover } from "../../contract/rules/door/handovers.ts";
import type { DoorAttendee, DoorPurchase, Handover } from "../../contract/shapes/door/door.ts";
import type { Db } from "../db/pool.ts";
import { shownFirstName } from "../registrations/guestName.ts";
import { missingParts } from "../registrations/missing.ts";

/** The first 16 bytes of the SHA-256 of a secret, base64url. */
export const codeHash = (secret: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(encode(substring(sha256(convert_to(${secret}::text, 'UTF8')) from 1 for 16), 'base64'), '+/=', '-_')`;

/** A registration's state at the door. */
export const doorState = sql<DoorAttendee["state"]>`case r.state when 'active' then 'active'
  when 'cancelled' then 'cancelled' else 'notPaid' end`;

/** An extras purchase's state at the door. */
export const purchaseState = sql<
  DoorPurchase["state"]
>`case when o.payment_status = 'refunded' then 'cancelled'
  when o.payment_status in ('pending', 'failed') then 'notPaid' else ${doorState} end`;

/** Answers of attendee `a` to the questions that the door shows. */
export const doorAnswers = sql<DoorAttendee["answers"]>`coalesce((
  select json_agg(json_build_object('questionId', w.question_id, 'answer', w.answer) order by q.sort_order, q.id)
  from answers w join form_questions q on q.id = w.question_id and q.shows_at_door and not q.is_hidden
  where w.attendee_id = a.id), '[]')`;

/** The items of purchase `p`. */
export const purchasedItems = sql<DoorPurchase["items"]>`coalesce((
  select json_agg(json_build_object('title', line ->> 'title', 'quantity', (line ->> 'quantity')::int) order by place)
  from jsonb_array_elements(p.extras_data) with ordinality as lines (line, place)), '[]')`;

interface AdmissionColumns {
  scan_id: string | null;
  at: Date | null;
  gate: string | null;
  by: string | null;
  old_code_hash: string | null;
  old_code_ended: boolean;
}

/**
 * Attendees in the order of their ids, without e-mail addresses and phone numbers, and with hashes of codes. In
 * `where`, `a` is the attendee, `r` its registration.
 */
export async function doorAttendees(
  db: Db,
  { where, limit = null }: { where: RawBuilder<unknown>; limit?: number | null },
): Promise<DoorAttendee[]> {
  const { rows } = await sql<
    Omit<DoorAttendee, "admission" | "oldCodeHash" | "oldCodeEnded"> & AdmissionColumns
  >`
    select a.id as "attendeeId", a.registration_id as "registrationId", a.ticket_id as "ticketId",
      ${shownFirstName()} as "firstName", a.last_name as "lastName", ${codeHash(sql`a.qr_uuid`)} as "codeHash",
      ${doorState} as state, ${doorAnswers} as answers, ${missingParts} as missing, a.old_code_hash, a.old_code_ended,
      c.scan_id, c.created_at as at, c.gate, c.helper as by
    from attendees a join registrations r on r.id = a.registration_id left join checkins c on c.attendee_id = a.id
    where ${where} order by a.id limit ${limit}`.execute(db);
  return rows.map(({ scan_id, at, gate, by, old_code_hash, old_code_ended, ...attendee }) => ({
    ...attendee,
    ...(old_code_hash === null ? {} : { oldCodeHash: old_code_hash, oldCodeEnded: old_code_ended }),
    admission: scan_id === null ? null : { scanId: scan_id, at: at!.toISOString(), gate: gate!, by: by! },
  }));
}

/** Extras purchases in the order of their ids. In `where`, `p` is the purchase, `r` its registration, `o` its order. */
export async function doorPurchases(db: Db, where: RawBuilder<unknown>): Promise<DoorPurchase[]> {
  const { rows } = await sql<
    Omit<DoorPurchase, "redemption" | "handovers"> & { scans: HandoverJson[] | null }
  >`
    select p.id as "purchaseId", p.registration_id as "registrationId", ${codeHash(sql`p.qr_uuid`)} as "codeHash",
      ${purchasedItems} as items, ${purchaseState} as state, s.scans
    from extras_purchases p join registrations r on r.id = p.registration_id join orders o on o.id = p.order_id
      left join lateral (
        select json_agg(json_build_object('scanId', scan_id, 'at', received_at, 'gate', gate, 'by', helper,
          'counts', handed) order by receipt) as scans
        from door_scans where event_id = p.event_id and purchase_id = p.id and is_admitted and undone_by is null
      ) s on p.handed <> '{}'
    where ${where} order by p.id`.execute(db);
  return rows.map(({ scans, ...purchase }) => {
    const handovers = (scans ?? []).map(({ counts, at, ...scan }) => ({
      ...scan,
      at: new Date(at).toISOString(),
      counts: counts ?? purchase.items.map(({ quantity }) => quantity),
    }));
    return { ...purchase, redemption: completingHandover({ items: purchase.items, handovers }), handovers };
  });
}

/** Without counts, the whole purchase was handed over. */
type HandoverJson = Omit<Handover, "counts"> & { counts: number[] | null };

/** How many attendees an event has. */
export async function countAttendees(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from attendees where event_id = ${eventId}`.execute(db);
  return rows[0]!.total;
}
