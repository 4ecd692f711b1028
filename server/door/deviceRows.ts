/** The transaction that revokes a token announces it to all nodes by NOTIFY. */
import { type Selectable, sql } from "kysely";
import type { DoorRight } from "../../contract/shapes/door/door.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type DeviceRow = Selectable<Schema["door_devices"]>;

export interface TokenRow {
  eventId: number;
  deviceId: string;
  linkId: number;
  name: string;
  lastSeenAt: Date;
  gate: string;
  rights: DoorRight[];
  expiresAt: Date;
  isRevoked: boolean;
}

/** The device of a token's hash, revoked or not. */
export async function deviceByToken(db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> {
  return db
    .selectFrom("door_devices as device")
    .innerJoin("door_links as link", "link.id", "device.link_id")
    .where("device.token_hash", "=", tokenHash)
    .select([
      "device.event_id as eventId",
      "device.device_id as deviceId",
      "link.id as linkId",
      "device.name",
      "device.last_seen_at as lastSeenAt",
      "link.gate",
      "link.rights",
      "link.expires_at as expiresAt",
      sql<boolean>`(device.revoked_at is not null or link.revoked_at is not null)`.as("isRevoked"),
    ])
    .executeTakeFirst();
}

/** Writes when a device was last seen. */
export async function touchDevice(
  db: Db,
  { eventId, deviceId }: Pick<TokenRow, "eventId" | "deviceId">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("door_devices")
    .set({ last_seen_at: now })
    .where("event_id", "=", eventId)
    .where("device_id", "=", deviceId)
    .where("last_seen_at", "<", now)
    .execute();
}

const devicesInOrder = (db: Db) =>
  db.selectFrom("door_devices").selectAll().orderBy("first_seen_at").orderBy("device_id");

/** The devices of an event, the first seen first. */
export function devicesOf(db: Db, eventId: number): Promise<DeviceRow[]> {
  return devicesInOrder(db).where("event_id", "=", eventId).execute();
}

/** The devices of a link, the first seen first. */
export function devicesOfLink(db: Db, linkId: number): Promise<DeviceRow[]> {
  return devicesInOrder(db).where("link_id", "=", linkId).execute();
}

/** One device of an event. */
export function deviceOf(db: Db, eventId: number, deviceId: string): Promise<DeviceRow | undefined> {
  return db
    .selectFrom("door_devices")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("device_id", "=", deviceId)
    .executeTakeFirst();
}

/** Writes a device that opened a link, with its token. Its earlier token for this event ends. */
export async function insertLinkDevice(
  tx: Tx,
  device: Pick<DeviceRow, "event_id" | "device_id" | "gate" | "name" | "app_version"> & {
    link_id: number;
    token_hash: Buffer;
  },
  now: Date,
): Promise<void> {
  await notifyTokensEnd(tx, sql`event_id = ${device.event_id} and device_id = ${device.device_id}`);
  await tx
    .insertInto("door_devices")
    .values({ ...device, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(["event_id", "device_id"]).doUpdateSet({
        link_id: device.link_id,
        user_id: null,
        gate: device.gate,
        name: device.name,
        app_version: device.app_version,
        token_hash: device.token_hash,
        last_seen_at: now,
        revoked_at: null,
      }),
    )
    .execute();
}

/** The number of other devices on which a link is open. */
export async function countOtherDevices(tx: Tx, linkId: number, deviceId: string): Promise<number> {
  const { others } = await tx
    .selectFrom("door_devices")
    .select(({ fn }) => fn.countAll<string>().as("others"))
    .where("link_id", "=", linkId)
    .where("device_id", "!=", deviceId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(others);
}

/** Revokes a device. Undefined if there is none, or if it is revoked already. */
export async function endDevice(
  tx: Tx,
  eventId: number,
  deviceId: string,
  now: Date,
): Promise<DeviceRow | undefined> {
  await notifyTokensEnd(tx, sql`event_id = ${eventId} and device_id = ${deviceId}`);
  return tx
    .updateTable("door_devices")
    .set({ revoked_at: now })
    .where("event_id", "=", eventId)
    .where("device_id", "=", deviceId)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Notifies all nodes that the tokens of a link's devices end. */
export async function notifyLinkTokensEnd(tx: Tx, linkId: number): Promise<void> {
  await notifyTokensEnd(tx, sql`link_id = ${linkId}`);
}

/** Notifies all nodes and the doors' streams, so that the tokens and their streams end. */
async function notifyTokensEnd(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    select pg_notify('door_ended', encode(token_hash, 'hex')) from door_devices
    where token_hash is not null and ${which}`.execute(tx);
  await sql`
    select pg_notify('door_changed', event_id::text) from (
      select distinct event_id from door_devices where token_hash is not null and ${which}) as ended`.execute(
    tx,
  );
}
