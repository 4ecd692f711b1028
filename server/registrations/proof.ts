/** Proof of ownership without a token (docs/wire.md §1). */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { notFound } from "../domainError.ts";
import type { RegistrationRow } from "./rows.ts";

/** A new access key: 128 random bits. */
export function newAccessKey(): string {
  return randomBytes(16).toString("base64url");
}

/** Whether two secrets are equal, compared in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * What the proof covers: the registration, or one attendee. The uuid of an attendee is not checked here: the caller
 * must look it up.
 * @throws notFound
 */
export function proofOf(
  row: RegistrationRow,
  proof: { accessKey?: string | undefined; qrUuid?: string | undefined },
  isStaff: boolean,
): "registration" | "attendee" {
  if (proof.accessKey !== undefined && isSameSecret(proof.accessKey, row.access_key)) return "registration";
  if (isStaff) return "registration";
  if (proof.qrUuid !== undefined) return "attendee";
  throw notFound("registration");
}

/** The registration if the access key is right. @throws notFound */
export function requireAccessKey<R extends RegistrationRow>(row: R | undefined, accessKey: string): R {
  if (row === undefined || !isSameSecret(accessKey, row.access_key)) throw notFound("registration");
  return row;
}
