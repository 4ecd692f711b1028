/**
 * The second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is gone.
 * Invariant: the secret is told while it is being set up and never again; a code opens once, a recovery code too.
 */
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import {
  beginFactor,
  confirmFactor,
  deleteFactor,
  type FactorRow,
  factorOf,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from "./secondFactorRows.ts";

const issuer = "Foyer";
const periodSeconds = 30;
const recoveryCodeCount = 10;

/** Begins the set-up: the secret in Base32, and the address an authenticator app reads from a QR code. */
export async function beginSecondFactor(
  db: Db,
  user: { id: number; email: string },
): Promise<{ secret: string; uri: string }> {
  const factor = await beginFactor(db, user.id, new Secret({ size: 20 }).base32);
  if (factor === undefined || factor.confirmed_at !== null) throw alreadyOn();
  return { secret: factor.secret, uri: totpOf(factor.secret, user.email).toString() };
}

/** Turns the second factor on with a first code, and gives the recovery codes, which are not kept. */
export async function confirmSecondFactor(
  db: Db,
  userId: number,
  code: string,
  now: Date,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const factor = await factorOf(tx, userId);
    if (factor === undefined) throw new DomainError("notActive", "Begin the set-up first.");
    if (factor.confirmed_at !== null) throw alreadyOn();
    if (!(await opensByApp(tx, factor, code, now)))
      throw invalidInput([{ path: "code", message: "This code is not right. Wait for the next one." }]);
    await confirmFactor(tx, userId, now);
    return writeRecoveryCodes(tx, userId);
  });
}

/** New recovery codes in place of the old ones. */
export async function newRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const factor = await factorOf(tx, userId);
    if (factor === undefined || factor.confirmed_at === null)
      throw new DomainError("notActive", "The second factor is not on.");
    return writeRecoveryCodes(tx, userId);
  });
}

/** Turns the second factor off, if it is on. */
export async function removeSecondFactor(db: Db, userId: number): Promise<void> {
  await deleteFactor(db, userId);
}

/** Whether a code of the app, or a recovery code, opens; either does so once. */
export async function opensSecondFactor(
  db: Db,
  factor: FactorRow,
  code: string,
  now: Date,
): Promise<boolean> {
  const typed = code.replace(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(typed)) return opensByApp(db, factor, typed, now);
  return takeRecoveryCode(db, factor.user_id, recoveryHash(typed));
}

async function opensByApp(db: Db, factor: FactorRow, code: string, now: Date): Promise<boolean> {
  const token = code.replace(/[\s-]/g, "");
  const timestamp = now.getTime();
  // One step to either side: clocks of phones differ, and people type slowly.
  const delta = totpOf(factor.secret, "").validate({ token, timestamp, window: 1 });
  if (delta === null) return false;
  return takeStep(db, factor.user_id, Math.floor(timestamp / 1000 / periodSeconds) + delta);
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret, digits: 6, period: periodSeconds, algorithm: "SHA1" });
}

async function writeRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => recoveryHash(code.replaceAll("-", ""))),
  );
  return codes;
}

/** 80 random bits, in letters and digits that are not mistaken for each other: "K7QD-2MXA-9RTE-HW4C". */
function newRecoveryCode(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const text = Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

function recoveryHash(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

function alreadyOn(): DomainError {
  return new DomainError("inUse", "The second factor is already on.");
}
