import { describe, expect, test } from "vitest";
import {
  attendeeQrText,
  canonicalAttendeeText,
  type QrReading,
  readQrText,
} from "../../../contract/rules/door/qr.ts";
import { codeHashOf, signatureCheck } from "../codeCheck.ts";

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const keys = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
const publicKey = base64(await crypto.subtle.exportKey("spki", keys.publicKey));
const ids = { r: 7, a: 9, q: crypto.randomUUID(), e: 3 };
const text = new TextEncoder().encode(canonicalAttendeeText(ids));
const s = base64(await crypto.subtle.sign("Ed25519", keys.privateKey, text))
  .replaceAll("+", "-")
  .replaceAll("/", "_")
  .replaceAll("=", "");
const signed = (overrides: Partial<typeof ids> = {}) => attendeeQrText({ ...ids, ...overrides, s });
const read = (text: string) => readQrText(text) as QrReading;

describe("a signature", () => {
  test("an attendee's code signed with the event's key is good, and is bad if any signed value was changed", async () => {
    const check = signatureCheck(publicKey);
    expect(await check(read(signed()))).toBe("good");
    for (const overrides of [{ r: 8 }, { a: 10 }, { q: crypto.randomUUID() }, { e: 4 }])
      expect(await check(read(signed(overrides)))).toBe("bad");
  });

  test("the result is none without a signature, and unchecked with an unreadable key", async () => {
    const { r, a, q } = ids;
    expect(await signatureCheck(publicKey)(read(JSON.stringify({ r, a, q })))).toBe("none");
    expect(await signatureCheck("AAAA")(read(signed()))).toBe("unchecked");
  });
});

test("the hash of a secret has 16 bytes, and is the same in upper and lower case", async () => {
  const hash = await codeHashOf("4F1C0000-0000-4000-8000-000000000000");
  expect(hash).toBe(await codeHashOf("4f1c0000-0000-4000-8000-000000000000"));
  expect(atob(hash.replaceAll("-", "+").replaceAll("_", "/"))).toHaveLength(16);
});
