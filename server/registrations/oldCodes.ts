/** Codes of imported attendees from a previous system, stored as hashes. Doors refuse a code with `old_code_ended`. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import { ticketAddressSql } from "./addressees.ts";

/** The hash of a code. web/door/codeCheck.ts hashes in the same way. */
export function oldCodeHash(text: string): string {
  return createHash("sha256").update(text.trim()).digest().subarray(0, 16).toString("base64url");
}

/** The attendees with these codes, by hash, also if the codes have ended. */
export async function attendeesByOldCode(
  db: Db,
  eventId: number,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<{ hash: string; attendeeId: number }>`
    select old_code_hash as hash, id as "attendeeId" from attendees
    where event_id = ${eventId} and old_code_hash = any(${[...hashes]}::text[])`.execute(db);
  return new Map(rows.map(({ hash, attendeeId }) => [hash, attendeeId]));
}

/** For the registration `r`. The `offset 0` in the joins below makes PostgreSQL look up each `r` by its id. */
const isActiveOrPending = sql<boolean>`r.state in ('active', 'pending')`;

/** Those of the hashes that an active or pending registration of the event has. */
export async function registeredOldCodes(
  db: Db,
  eventId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: string }>`
    select a.old_code_hash as hash from attendees a
      join lateral (select state from registrations where id = a.registration_id offset 0) r on true
    where a.event_id = ${eventId} and a.old_code_hash = any(${[...hashes]}::text[]) and ${isActiveOrPending}`.execute(
    db,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Frees these codes for new attendees: removes them from attendees whose registration is neither active nor pending.
 */
export async function releaseOldCodes(tx: Tx, eventId: number, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await sql`with released as materialized (
      select a.id from attendees a
        join lateral (select state from registrations where id = a.registration_id offset 0) r on true
      where a.event_id = ${eventId} and a.old_code_hash = any(${[...hashes]}::text[]) and not ${isActiveOrPending}
      order by a.id for no key update of a
    ) update attendees set old_code_hash = null from released where attendees.id = released.id`.execute(tx);
}

export interface MailedTickets {
  registrationId: number;
  recipient: string;
}

/** How many old codes `endOldCodes` would end. */
export async function countOldCodes(db: Db, mailed: readonly MailedTickets[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${validOldCodesOf(mailed)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ends the old codes of mailed tickets. */
export async function endOldCodes(tx: Tx, mailed: readonly MailedTickets[]): Promise<void> {
  if (mailed.length === 0) return;
  // In the order of ids, as doors lock attendees: otherwise they could deadlock.
  await sql`with locked as materialized (
      select id from attendees where id in (select id from ${validOldCodesOf(mailed)})
      order by id for no key update
    ) update attendees set old_code_ended = true from locked where attendees.id = locked.id`.execute(tx);
}

function validOldCodesOf(mailed: readonly MailedTickets[]) {
  return sql`(select a.id from unnest(${mailed.map(({ registrationId }) => registrationId)}::bigint[],
      ${mailed.map(({ recipient }) => recipient.toLowerCase())}::text[]) as mail (registration_id, recipient)
    join registrations r on r.id = mail.registration_id
    join attendees a on a.registration_id = r.id and lower(${ticketAddressSql}) = mail.recipient
    where a.old_code_hash is not null and not a.old_code_ended) as ended`;
}
