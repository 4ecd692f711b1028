import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readQrText } from "../../../contract/rules/door/qr.ts";
import {
  newEventKey,
  signAttendeeQr,
  signExtrasQr,
  verifyAttendeeQr,
  verifyExtrasQr,
} from "../qrSignature.ts";

const ids = { r: 11, a: 22, q: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f", e: 3 };
const purchase = { id: 7, qrUuid: ids.q, e: 3 };

describe("a signed QR code", () => {
  test("a signed QR code is verified with the event's public key", () => {
    const { publicKey, privateKey } = newEventKey();
    expect(verifyAttendeeQr(publicKey, signAttendeeQr(privateKey, ids))).toBe(true);
    expect(verifyExtrasQr(publicKey, signExtrasQr(privateKey, purchase))).toBe(true);
    expect(publicKey).toMatch(/^[\w-]{43}$/);
  });

  test("a QR code of another event is refused, and so is an extras code as an attendee's code, or the reverse", () => {
    const ownKey = newEventKey();
    const otherKey = newEventKey();
    expect(verifyAttendeeQr(ownKey.publicKey, signAttendeeQr(otherKey.privateKey, ids))).toBe(false);
    expect(verifyExtrasQr(ownKey.publicKey, signExtrasQr(otherKey.privateKey, purchase))).toBe(false);
    expect(verifyAttendeeQr(ownKey.publicKey, signExtrasQr(ownKey.privateKey, purchase))).toBe(false);
    expect(verifyExtrasQr(ownKey.publicKey, signAttendeeQr(ownKey.privateKey, ids))).toBe(false);
  });

  test("an attendee's QR code with one altered id is refused", () => {
    const { publicKey, privateKey } = newEventKey();
    const text = signAttendeeQr(privateKey, ids);
    const { s } = readQrText(text) ?? {};
    const id = fc.integer({ min: 1 });
    fc.assert(
      fc.property(id, id, fc.uuid(), id, (r, a, q, e) => {
        for (const altered of [{ r }, { a }, { q }, { e }]) {
          const forged = { ...ids, ...altered };
          fc.pre(JSON.stringify(forged) !== JSON.stringify(ids));
          expect(verifyAttendeeQr(publicKey, JSON.stringify({ ...forged, s }))).toBe(false);
        }
      }),
    );
  });

  test("an attendee's QR code with one altered bit of the signature is refused", () => {
    const { publicKey, privateKey } = newEventKey();
    const text = signAttendeeQr(privateKey, ids);
    const signature = Buffer.from(JSON.parse(text).s, "base64url");
    fc.assert(
      fc.property(fc.nat(signature.length * 8 - 1), (bit) => {
        const altered = Buffer.from(signature);
        altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const forged = JSON.stringify({ ...ids, s: altered.toString("base64url") });
        expect(verifyAttendeeQr(publicKey, forged)).toBe(false);
      }),
    );
  });

  test("an attendee's QR code without its signature, or with an invalid key, is refused", () => {
    const { publicKey, privateKey } = newEventKey();
    const { s: _, ...unsigned } = JSON.parse(signAttendeeQr(privateKey, ids));
    expect(verifyAttendeeQr(publicKey, JSON.stringify(unsigned))).toBe(false);
    expect(verifyAttendeeQr("not a key", signAttendeeQr(privateKey, ids))).toBe(false);
    expect(verifyAttendeeQr(publicKey, "no code at all")).toBe(false);
  });
});
