import { type Selectable, sql } from "kysely";
import type { DoorRight } from "../../contract/shapes/door/door.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { eventEnds } from "../events/rows.ts";

export type LinkRow = Selectable<Schema["door_links"]>;

export interface StoredSecrets {
  secretHash: Buffer;
  pinHash: string;
}

const afterEvent = (eventId: number) =>
  sql<Date>`(select ${eventEnds("events")} + interval '3 hours' from events where id = ${eventId})`;

/** Moves the ends of an event's links that follow the event and are not revoked. */
export async function moveLinkEnds(tx: Tx, eventId: number): Promise<void> {
  await tx
    .updateTable("door_links")
    .set({ expires_at: afterEvent(eventId) })
    .where("event_id", "=", eventId)
    .where("follows_event", "=", true)
    .where("revoked_at", "is", null)
    .execute();
}

/** Without `expiresAt`, the link's end follows the event's. */
export interface NewLink {
  eventId: number;
  gate: string;
  rights: readonly DoorRight[];
  expiresAt: Date | null;
  mostDevices: number;
}

/** Writes a link. */
export function insertLink(
  tx: Tx,
  link: NewLink & StoredSecrets & { userId: number | null; now: Date },
): Promise<LinkRow> {
  return tx
    .insertInto("door_links")
    .values({
      event_id: link.eventId,
      gate: link.gate,
      rights: [...link.rights],
      secret_hash: link.secretHash,
      pin_hash: link.pinHash,
      expires_at: link.expiresAt ?? afterEvent(link.eventId),
      follows_event: link.expiresAt === null,
      most_devices: link.mostDevices,
      created_by: link.userId,
      created_at: link.now,
      secrets_at: link.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One link. */
export function linkById(db: Db, linkId: number): Promise<LinkRow | undefined> {
  return db.selectFrom("door_links").selectAll().where("id", "=", linkId).executeTakeFirst();
}

/** An event's links, the newest first. */
export function linksOf(db: Db, eventId: number): Promise<LinkRow[]> {
  return db
    .selectFrom("door_links")
    .selectAll()
    .where("event_id", "=", eventId)
    .orderBy("id", "desc")
    .execute();
}

/** Locks and returns the link with this secret, so that PINs are tried one at a time. */
export function lockLink(tx: Tx, secretHash: Buffer): Promise<LinkRow | undefined> {
  return tx
    .selectFrom("door_links")
    .selectAll()
    .where("secret_hash", "=", secretHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Writes the failed tries of a link, and until when it accepts no PIN. The row must be locked. */
export async function writeTries(
  tx: Tx,
  linkId: number,
  tries: { inRow: number; inTotal: number; lockedUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable("door_links")
    .set({ failed_in_row: tries.inRow, failed_tries: tries.inTotal, locked_until: tries.lockedUntil })
    .where("id", "=", linkId)
    .execute();
}

/** Gives a link new secrets and resets its tries. Undefined if it has ended or does not exist. */
export function renewSecrets(
  tx: Tx,
  linkId: number,
  { secretHash, pinHash, now }: StoredSecrets & { now: Date },
): Promise<LinkRow | undefined> {
  return tx
    .updateTable("door_links")
    .set({
      secret_hash: secretHash,
      pin_hash: pinHash,
      secrets_at: now,
      failed_tries: 0,
      failed_in_row: 0,
      locked_until: null,
    })
    .where("id", "=", linkId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Revokes a link. Undefined if it was already revoked or does not exist. */
export function endLink(tx: Tx, linkId: number, now: Date): Promise<LinkRow | undefined> {
  return tx
    .updateTable("door_links")
    .set({ revoked_at: now })
    .where("id", "=", linkId)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
