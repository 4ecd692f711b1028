/** Codes are signed with Ed25519 and a key pair per event, so that an offline door can check a signature with the public key. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  type AttendeeQrIds,
  attendeeQrText,
  canonicalAttendeeText,
  canonicalExtrasText,
  type ExtrasQrIds,
  extrasQrText,
  readQrText,
} from "../../contract/rules/door/qr.ts";

/** A key pair: the 32 raw bytes of the public key, and PKCS8 of the private one, both base64url. */
export interface EventKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Creates the key pair of a new event. */
export function newEventKey(): EventKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  if (x === undefined) throw new Error("An Ed25519 key without its public part");
  return {
    publicKey: x,
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url"),
  };
}

/** The QR text of an attendee, signed with the event's private key. Throws if the key is invalid. */
export function signAttendeeQr(privateKey: string, ids: AttendeeQrIds): string {
  return attendeeQrText({ ...ids, s: signatureOf(privateKey, canonicalAttendeeText(ids)) });
}

/** `signAttendeeQr` for an extras purchase. */
export function signExtrasQr(privateKey: string, ids: ExtrasQrIds): string {
  return extrasQrText({ ...ids, s: signatureOf(privateKey, canonicalExtrasText(ids)) });
}

/** Whether the event's key signed the ids of an attendee's text. False for an invalid key. */
export function verifyAttendeeQr(publicKey: string, text: string): boolean {
  const reading = readQrText(text);
  if (reading?.kind !== "attendee" || reading.e === null || reading.s === null) return false;
  return isSigned(publicKey, canonicalAttendeeText({ ...reading, e: reading.e }), reading.s);
}

/** `verifyAttendeeQr` for an extras purchase. */
export function verifyExtrasQr(publicKey: string, text: string): boolean {
  const reading = readQrText(text);
  if (reading?.kind !== "extras" || reading.e === null || reading.s === null) return false;
  return isSigned(publicKey, canonicalExtrasText({ ...reading, e: reading.e }), reading.s);
}

/** Parsing a key takes time, and the tickets of an event use the same key. */
const parsedKeys = new LRUCache<string, KeyObject>({ max: 200 });

function signatureOf(privateKey: string, text: string): string {
  const key = parseOnce(`private ${privateKey}`, () =>
    createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" }),
  );
  return sign(null, Buffer.from(text), key).toString("base64url");
}

function isSigned(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = parseOnce(`public ${publicKey}`, () =>
      createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" }),
    );
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

function parseOnce(name: string, parse: () => KeyObject): KeyObject {
  const known = parsedKeys.get(name);
  if (known !== undefined) return known;
  const key = parse();
  parsedKeys.set(name, key);
  return key;
}
