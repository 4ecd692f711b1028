/**
 * Invariant: an address and its PIN are sent only in the reply to the call that created them, or to its repetition. The
 * row has only their hashes.
 */
import { randomBytes, randomInt } from "node:crypto";
import type { DoorDevice, DoorLink } from "../../contract/shapes/door/doorLink.ts";
import { hashPassword } from "../accounts/passwords/passwords.ts";
import type { SecretBox } from "../accounts/secondFactor/secretBox.ts";
import { hashOf } from "../accounts/tokens.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type CallContext, idempotencyMismatch, onceInTransaction } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { type DeviceRow, deviceOf, devicesOf, endDevice, notifyLinkTokensEnd } from "./deviceRows.ts";
import {
  endLink,
  insertLink,
  type LinkRow,
  linkById,
  linksOf,
  type NewLink,
  renewSecrets,
  type StoredSecrets,
} from "./linkRows.ts";

/** 128 random bits for the link's address, and a PIN of six digits. */
export interface LinkCredentials {
  secret: string;
  pin: string;
}

export interface LinkAction extends CallContext {
  actor: string;
  userId: number | null;
}

/**
 * Creates a link. The same key returns the same secrets, which are stored sealed. Throws `invalidInput` for an
 * `expiresAt` that is not in the future.
 */
export async function createLink(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  link: NewLink,
  { actor, userId, now, idempotency }: LinkAction,
): Promise<{ link: LinkRow } & LinkCredentials> {
  const secrets = newSecrets();
  const hashed = await hashSecrets(secrets);
  const created = await onceInTransaction(db, idempotency, async (tx) => {
    if (link.expiresAt !== null && link.expiresAt <= now)
      throw invalidInput({ path: "expiresAt", message: "must be in the future" });
    const row = await insertLink(tx, { ...link, ...hashed, userId, now });
    const detail = { gate: row.gate, rights: row.rights, expiresAt: row.expires_at.toISOString() };
    await record(tx, entryOf("doorLink", row, { actor, action: "made", detail }));
    const sealed = secretBox.seal(JSON.stringify(secrets), sealContext(row.id)).toString("base64");
    return { linkId: row.id, sealed };
  });
  const row = await linkById(db, created.linkId);
  const opened = secretBox.open(Buffer.from(created.sealed, "base64"), sealContext(created.linkId));
  // The link was deleted, or SERVER_SECRET was changed, since the first request.
  if (row === undefined || opened === null) throw idempotencyMismatch();
  return { link: row, ...(JSON.parse(opened) as LinkCredentials) };
}

/** Gives a link a new address and PIN. Its devices stay signed in. Throws `notActive` if the link has ended. */
export async function renewLink(
  db: Db,
  linkId: number,
  { actor, now }: Pick<LinkAction, "actor" | "now">,
): Promise<{ link: LinkRow } & LinkCredentials> {
  const secrets = newSecrets();
  const hashed = await hashSecrets(secrets);
  const link = await inTransaction(db, async (tx) => {
    const row = await renewSecrets(tx, linkId, { ...hashed, now });
    if (row === undefined) throw new DomainError("notActive", "This link has ended. Create a new link.");
    await record(tx, entryOf("doorLink", row, { actor, action: "pinRenewed" }));
    return row;
  });
  return { link, ...secrets };
}

/** Revokes a link with its devices, on every node. */
export async function revokeLink(
  db: Db,
  linkId: number,
  { actor, now }: Pick<LinkAction, "actor" | "now">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await endLink(tx, linkId, now);
    if (row === undefined) return;
    await notifyLinkTokensEnd(tx, linkId);
    await record(tx, entryOf("doorLink", row, { actor, action: "revoked" }));
  });
}

/** Revokes one device of an event, on every node. Staff keep their access, because they sign in. */
export async function revokeDevice(
  db: Db,
  { eventId, deviceId }: { eventId: number; deviceId: string },
  { actor, now }: Pick<LinkAction, "actor" | "now">,
): Promise<DeviceRow> {
  return inTransaction(db, async (tx) => {
    const endedDevice = await endDevice(tx, eventId, deviceId, now);
    const device = endedDevice ?? (await deviceOf(tx, eventId, deviceId));
    if (device === undefined) throw notFound("device");
    if (endedDevice === undefined) return device;
    const link = device.link_id;
    await record(tx, {
      actor,
      eventId,
      ...(link === null ? { entity: "event", entityId: eventId } : { entity: "doorLink", entityId: link }),
      action: "deviceRevoked",
      detail: { deviceId, name: device.name, gate: device.gate },
    });
    return device;
  });
}

/** An event's links, the newest first, with their devices, and the devices of staff. */
export async function linksWithDevices(
  db: Db,
  eventId: number,
  now: Date,
): Promise<{ links: DoorLink[]; staffDevices: DoorDevice[] }> {
  const links = await linksOf(db, eventId);
  const devices = Map.groupBy(await devicesOf(db, eventId), ({ link_id }) => link_id);
  return {
    links: links.map((link) => presentLink(link, devices.get(link.id) ?? [], now)),
    staffDevices: (devices.get(null) ?? []).map((device) => presentDevice(device, false)),
  };
}

/** Presents a link with its devices. */
export function presentLink(link: LinkRow, devices: readonly DeviceRow[], now: Date): DoorLink {
  const isLocked = link.locked_until !== null && link.locked_until > now;
  const isRevoked = link.revoked_at !== null;
  return {
    id: link.id,
    eventId: link.event_id,
    gate: link.gate,
    rights: link.rights,
    expiresAt: link.expires_at.toISOString(),
    mostDevices: link.most_devices,
    isRevoked,
    lockedUntil: isLocked ? link.locked_until!.toISOString() : null,
    createdAt: link.created_at.toISOString(),
    devices: devices.map((device) => presentDevice(device, isRevoked)),
  };
}

/** Presents a device; a device of a revoked link is revoked too. */
export function presentDevice(device: DeviceRow, isLinkRevoked: boolean): DoorDevice {
  return {
    deviceId: device.device_id,
    linkId: device.link_id,
    gate: device.gate,
    name: device.name,
    appVersion: device.app_version,
    firstSeenAt: device.first_seen_at.toISOString(),
    lastSeenAt: device.last_seen_at.toISOString(),
    scans: device.scans,
    waiting: device.waiting,
    isRevoked: isLinkRevoked || device.revoked_at !== null,
  };
}

function newSecrets(): LinkCredentials {
  return {
    secret: randomBytes(16).toString("base64url"),
    pin: String(randomInt(1_000_000)).padStart(6, "0"),
  };
}

async function hashSecrets({ secret, pin }: LinkCredentials): Promise<StoredSecrets> {
  return { secretHash: hashOf(secret), pinHash: await hashPassword(pin) };
}

const sealContext = (linkId: number) => `door link ${linkId}`;
