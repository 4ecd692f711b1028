/**
 * Codes of an authenticator app (TOTP, RFC 6238), and recovery codes. Invariant: the secret is sent only before the
 * factor is confirmed, and each code works at most once.
 */
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type Db, inTransaction, type Tx } from "../../db/pool.ts";
import { DomainError, invalidInput } from "../../domainError.ts";
import { recordAccount } from "../history.ts";
import {
  beginFactor,
  confirmFactor,
  consumeRecoveryCode,
  consumeTimeStep,
  deleteFactor,
  type FactorRow,
  factorOf,
  lockFactorsNotMarked,
  replaceRecoveryCodes,
  writeSealedSecret,
} from "./secondFactorRows.ts";
import type { SecretBox } from "./secretBox.ts";

const issuer = "Foyer";
const periodSeconds = 30;
const recoveryCodeCount = 10;

export interface FactorParts {
  db: Db;
  secretBox: SecretBox;
}

/** Begins or repeats the set-up. Returns the secret in Base32, and the address for a QR code. @throws inUse */
export async function beginSecondFactor(
  { db, secretBox }: FactorParts,
  user: { id: number; email: string },
): Promise<{ secret: string; uri: string }> {
  const newSecret = new Secret({ size: 20 }).base32;
  const sealed = secretBox.seal(newSecret, boxRowOf(user.id));
  const factor = await beginFactor(db, user.id, sealed);
  if (factor === undefined || factor.confirmed_at !== null) throw alreadyOn();
  let secret = secretOf(secretBox, factor);
  // The stored secret cannot be opened any more: begin again with a new one.
  if (secret === null) {
    await writeSealedSecret(db, user.id, sealed);
    secret = newSecret;
  }
  return { secret, uri: totpOf(secret, user.email).toString() };
}

/**
 * Turns the second factor on with a first code, and returns the recovery codes.
 * @throws inUse, notActive, invalidInput
 */
export async function confirmSecondFactor(
  { db, secretBox }: FactorParts,
  userId: number,
  code: string,
  now: Date,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const factor = await factorOf(tx, userId);
    if (factor !== undefined && factor.confirmed_at !== null) throw alreadyOn();
    const secret = factor === undefined ? null : secretOf(secretBox, factor);
    if (secret === null) throw new DomainError("notActive", "Begin the set-up first.");
    if (!(await consumeAppCode(tx, { userId, secret }, code, now)))
      throw invalidInput({ path: "code", message: "This code is not right. Wait for the next one." });
    await confirmFactor(tx, userId, now);
    await recordAccount(tx, { actor: null, userId, action: "secondFactorOn" });
    return writeRecoveryCodes(tx, userId);
  });
}

/** New recovery codes in place of the old ones. @throws notActive */
export async function newRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const factor = await factorOf(tx, userId);
    if (factor === undefined || factor.confirmed_at === null)
      throw new DomainError("notActive", "The second factor is not on.");
    await recordAccount(tx, { actor: null, userId, action: "recoveryCodesRenewed" });
    return writeRecoveryCodes(tx, userId);
  });
}

/** Deletes a second factor. `actor` is null when the user does it. */
export async function removeSecondFactor(tx: Tx, userId: number, actor: string | null): Promise<void> {
  if (await deleteFactor(tx, userId)) await recordAccount(tx, { actor, userId, action: "secondFactorOff" });
}

/** Whether a text has the form of a code of an authenticator app. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(canonicalCode(code));
}

const canonicalCode = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();

/**
 * Uses a code of the app or a recovery code; false if it is refused. "unreadable": the stored secret cannot be opened.
 */
export async function checkSecondFactor(
  { db, secretBox }: FactorParts,
  factor: FactorRow,
  code: string,
  now: Date,
): Promise<boolean | "unreadable"> {
  if (!isAppCode(code)) return consumeRecoveryCode(db, factor.user_id, recoveryHash(canonicalCode(code)));
  const secret = secretOf(secretBox, factor);
  return secret === null ? "unreadable" : consumeAppCode(db, { userId: factor.user_id, secret }, code, now);
}

/** Seals second factors that are not sealed with the server's current secret. `unreadable` of them cannot be opened. */
export async function sealSecondFactors({ db, secretBox }: FactorParts): Promise<{ unreadable: number }> {
  return inTransaction(db, async (tx) => {
    let unreadable = 0;
    for (const factor of await lockFactorsNotMarked(tx, secretBox.mark)) {
      const secret = secretOf(secretBox, factor);
      if (secret === null) unreadable += 1;
      else await writeSealedSecret(tx, factor.user_id, secretBox.seal(secret, boxRowOf(factor.user_id)));
    }
    return { unreadable };
  });
}

function secretOf(secretBox: SecretBox, factor: FactorRow): string | null {
  if (factor.sealed_secret === null) return factor.secret;
  return secretBox.open(factor.sealed_secret, boxRowOf(factor.user_id));
}

function boxRowOf(userId: number): string {
  return `second factor of user ${userId}`;
}

async function consumeAppCode(
  db: Db,
  { userId, secret }: { userId: number; secret: string },
  code: string,
  now: Date,
): Promise<boolean> {
  // otpauth compares bytes, and throws on six characters that take more bytes than six digits.
  if (!isAppCode(code)) return false;
  const timestamp = now.getTime();
  // One step to either side: clocks of phones differ, and people type slowly.
  const delta = totpOf(secret, "").validate({ token: canonicalCode(code), timestamp, window: 1 });
  if (delta === null) return false;
  return consumeTimeStep(db, userId, Math.floor(timestamp / 1000 / periodSeconds) + delta);
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret, digits: 6, period: periodSeconds, algorithm: "SHA1" });
}

async function writeRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = codes.map((code) => recoveryHash(canonicalCode(code)));
  await replaceRecoveryCodes(db, userId, hashes);
  return codes;
}

/** 80 random bits, without I, O, 0 and 1: "K7QD-2MXA-9RTE-HW4C". */
function newRecoveryCode(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const text = Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

function recoveryHash(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

function alreadyOn(): DomainError {
  return new DomainError(
    "inUse",
    "The second factor is already on. If you have no recovery codes, make new ones.",
  );
}
