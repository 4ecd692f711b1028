/** Checks a code with the browser's cryptography: the event key's signature, and the hash of the secret. */
import type { SignatureResult } from "../../contract/rules/door/doorJudge.ts";
import { canonicalAttendeeText, canonicalExtrasText, type QrReading } from "../../contract/rules/door/qr.ts";

/** The bytes of the hash that a device keeps instead of a secret (contract/shapes/door/door.ts, codeHash). */
const hashBytes = 16;

/** The hash of a secret, as the copy has it. */
export function codeHashOf(qrUuid: string): Promise<string> {
  return hashOf(qrUuid.toLowerCase());
}

/** The hash of a code of the previous system, as the copy has it. */
export function oldCodeHashOf(text: string): Promise<string> {
  return hashOf(text.trim());
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest, 0, hashBytes));
}

/** Checks signatures with an event's key (SPKI in base64). A browser that cannot import it leaves them unchecked. */
export function signatureCheck(publicKey: string): (reading: QrReading) => Promise<SignatureResult> {
  const key = importKey(publicKey);
  return async (reading) => {
    if (reading.e === null || reading.s === null) return "none";
    const cryptoKey = await key;
    if (cryptoKey === null) return "unchecked";
    const text =
      reading.kind === "attendee"
        ? canonicalAttendeeText({ r: reading.r, a: reading.a, q: reading.q, e: reading.e })
        : canonicalExtrasText({ id: reading.id, qrUuid: reading.qrUuid, e: reading.e });
    const isGood = await crypto.subtle
      .verify("Ed25519", cryptoKey, bytesOf(reading.s), new TextEncoder().encode(text))
      .catch(() => false);
    return isGood ? "good" : "bad";
  };
}

async function importKey(publicKey: string): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey("spki", bytesOf(publicKey), "Ed25519", false, ["verify"]);
  } catch {
    return null;
  }
}

/** Decodes base64 of either alphabet to bytes. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
