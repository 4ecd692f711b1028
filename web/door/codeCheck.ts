import type { SignatureResult } from "../../contract/rules/door/doorJudge.ts";
import { canonicalAttendeeText, canonicalExtrasText, type QrReading } from "../../contract/rules/door/qr.ts";

/** The length of `codeHash` and `oldCodeHash` in contract/shapes/door/door.ts. */
const hashBytes = 16;

export function codeHashOf(qrUuid: string): Promise<string> {
  return hashOf(qrUuid.toLowerCase());
}

export function oldCodeHashOf(text: string): Promise<string> {
  return hashOf(text.trim());
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest, 0, hashBytes));
}

/**
 * Makes the function that checks signatures with an event's key (SPKI in base64). A browser that cannot import the key
 * leaves them unchecked.
 */
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

/** Takes base64 of either alphabet. */
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
