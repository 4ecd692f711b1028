/**
 * Invariant: tries are checked one after another, on all nodes, so that the limits of PINs and devices hold. A wrong
 * address is answered like a wrong PIN, and takes as long because the PIN is hashed too.
 * Lock order: link → device.
 */
import type { BodyOf } from "../../contract/all.ts";
import { isPassword } from "../accounts/passwords/passwords.ts";
import { hashOf } from "../accounts/tokens.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { newHelperToken } from "./devicePasses.ts";
import { countOtherDevices, deviceOf, insertLinkDevice } from "./deviceRows.ts";
import { type LinkRow, lockLink, writeTries } from "./linkRows.ts";
import { lockDurationMs, mostTries } from "./linkTries.ts";

/** A test may leave the lock out to show the race it prevents. */
export type LockLink = typeof lockLink;

export interface OpenLinkResult {
  token: string;
  link: LinkRow;
}

/**
 * Opens a link. Throws `badCredentials`, `tooMany` (after wrong PINs), `tokenExpired` (the link has ended, or a revoked
 * device tries the same secrets again), `inUse` (open on as many devices as allowed), and `busy` if no PIN can be
 * checked now.
 */
export async function openLink(
  db: Db,
  body: BodyOf<"door/openLink">,
  { now, lock = lockLink }: { now: Date; lock?: LockLink },
): Promise<OpenLinkResult> {
  // A refusal is returned, not thrown, so that the count of wrong PINs is committed.
  const opened = await inTransaction(db, (tx) => tryToOpen(tx, body, now, lock));
  if (opened instanceof DomainError) throw opened;
  return opened;
}

async function tryToOpen(
  tx: Tx,
  body: BodyOf<"door/openLink">,
  now: Date,
  lock: LockLink,
): Promise<OpenLinkResult | DomainError> {
  const link = await lock(tx, hashOf(body.link));
  if (link !== undefined && link.failed_tries >= mostTries) return lockedRefusal();
  if (link?.locked_until && link.locked_until > now) return waitRefusal(link.locked_until, now);
  const isRight = await isPassword(link?.pin_hash ?? null, body.pin);
  if (link === undefined) return wrongRefusal();
  if (!isRight) {
    await countWrong(tx, link, now);
    return wrongRefusal();
  }
  if (link.revoked_at !== null || link.expires_at <= now) return endedRefusal();
  const known = await deviceOf(tx, link.event_id, body.deviceId);
  // A revoked device opens the same link again only with secrets that are newer than its revocation.
  if (known?.revoked_at && known.link_id === link.id && known.revoked_at >= link.secrets_at)
    return endedRefusal();
  if ((await countOtherDevices(tx, link.id, body.deviceId)) >= link.most_devices) return fullRefusal(link);
  return { token: await addDevice(tx, link, body, now), link };
}

async function countWrong(tx: Tx, link: LinkRow, now: Date): Promise<void> {
  const tries = { inRow: link.failed_in_row + 1, inTotal: link.failed_tries + 1 };
  const lockedForMs = lockDurationMs(tries);
  const lockedUntil =
    lockedForMs === 0
      ? null
      : Number.isFinite(lockedForMs)
        ? new Date(now.getTime() + lockedForMs)
        : link.expires_at;
  await writeTries(tx, link.id, { ...tries, lockedUntil });
  const detail = { tries: tries.inTotal, lockedUntil: lockedUntil?.toISOString() ?? null };
  await record(tx, entryOf("doorLink", link, { actor: "visitor", action: "wrongPin", detail }));
}

async function addDevice(tx: Tx, link: LinkRow, body: BodyOf<"door/openLink">, now: Date): Promise<string> {
  const token = newHelperToken();
  // The total stays: an opened link must not give a guesser all tries again.
  await writeTries(tx, link.id, { inRow: 0, inTotal: link.failed_tries, lockedUntil: null });
  const { deviceId, deviceName, appVersion } = body;
  await insertLinkDevice(
    tx,
    {
      event_id: link.event_id,
      device_id: deviceId,
      link_id: link.id,
      gate: link.gate,
      name: deviceName,
      app_version: appVersion,
      token_hash: hashOf(token),
    },
    now,
  );
  const detail = { deviceId, name: deviceName };
  await record(tx, entryOf("doorLink", link, { actor: `helper:${link.id}`, action: "opened", detail }));
  return token;
}

function wrongRefusal(): DomainError {
  return new DomainError("badCredentials", "This link or PIN is not right. Please check both.");
}

function lockedRefusal(): DomainError {
  const message = "Too many wrong PINs were tried. Ask the event's staff for a new link.";
  return new DomainError("tooMany", message, { retryAfterSeconds: 3_600 });
}

function waitRefusal(until: Date, now: Date): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const wait =
    retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new DomainError("tooMany", `Too many wrong PINs. Please try again in ${wait}.`, {
    retryAfterSeconds,
  });
}

function endedRefusal(): DomainError {
  return new DomainError("tokenExpired", "This helper's link has ended. Please ask the event's staff.");
}

function fullRefusal({ most_devices }: LinkRow): DomainError {
  const devices = most_devices === 1 ? "one device" : `${most_devices} devices`;
  const message = `This link is open on ${devices}, the most it allows. Ask the event's staff for another link.`;
  return new DomainError("inUse", message, { mostDevices: most_devices });
}
