import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  attendeeQrText,
  canonicalAttendeeText,
  canonicalExtrasText,
  extrasQrText,
  maxQrTextLength,
  readQrText,
} from "./qr.ts";

const q = "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f";
const s = "A".repeat(86);

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const signature = fc.stringMatching(/^[A-Za-z0-9_-]{86}$/);

describe("an attendee's QR text", () => {
  test("an attendee's QR text is compact JSON in a fixed order, so that every signer signs the same bytes", () => {
    expect(canonicalAttendeeText({ e: 4, q, a: 2, r: 1 })).toBe(`{"r":1,"a":2,"q":"${q}","e":4}`);
    expect(attendeeQrText({ s, e: 4, q, a: 2, r: 1 })).toBe(`{"r":1,"a":2,"q":"${q}","e":4,"s":"${s}"}`);
  });

  test("an attendee's QR text is read back unchanged", () => {
    fc.assert(
      fc.property(ids, ids, fc.uuid(), ids, signature, (r, a, uuid, e, sig) => {
        expect(readQrText(attendeeQrText({ r, a, q: uuid, e, s: sig }))).toEqual({
          kind: "attendee",
          r,
          a,
          q: uuid,
          e,
          s: sig,
        });
      }),
    );
  });

  test("an attendee's QR text of the older form, without event and signature, is read too", () => {
    const older = { kind: "attendee", r: 1, a: 2, q, e: null, s: null };
    expect(readQrText(`{"r":1,"a":2,"q":"${q}"}`)).toEqual(older);
    expect(readQrText(`{ "q": "${q}", "a": 2, "r": 1, "e": null, "s": null, "v": 2 }`)).toEqual(older);
    expect(readQrText(`{"r":1,"a":2,"q":"${q}","e":4}`)).toEqual({ ...older, e: 4 });
  });

  test("an attendee's QR text is less than half as long as the longest text that Foyer reads", () => {
    const r = Number.MAX_SAFE_INTEGER;
    expect(attendeeQrText({ r, a: r, q, e: r, s }).length).toBeLessThan(maxQrTextLength / 2);
  });
});

describe("an extras purchase's QR text", () => {
  test("the QR text of extras is read back unchanged, and the older form is read too", () => {
    fc.assert(
      fc.property(ids, fc.uuid(), ids, signature, (id, qrUuid, e, sig) => {
        expect(readQrText(extrasQrText({ id, qrUuid, e, s: sig }))).toEqual({
          kind: "extras",
          id,
          qrUuid,
          e,
          s: sig,
        });
      }),
    );
    expect(readQrText(`{"id":9,"qrUuid":"${q}"}`)).toEqual({
      kind: "extras",
      id: 9,
      qrUuid: q,
      e: null,
      s: null,
    });
    expect(canonicalExtrasText({ e: 4, qrUuid: q, id: 9 })).toBe(`{"id":9,"qrUuid":"${q}","e":4}`);
  });
});

describe("a text that is not ours", () => {
  test.each([
    ["a web address", "https://example.org/?r=1"],
    ["nothing", ""],
    ["null", "null"],
    ["a list", `[1,2,"${q}"]`],
    ["a text", JSON.stringify(q)],
    ["no ids", "{}"],
    ["an id as text", `{"r":"1","a":2,"q":"${q}"}`],
    ["a negative id", `{"r":-1,"a":2,"q":"${q}"}`],
    ["id zero", `{"r":0,"a":2,"q":"${q}"}`],
    ["half an id", `{"r":1.5,"a":2,"q":"${q}"}`],
    ["an id beyond exact numbers", `{"r":9007199254740993,"a":2,"q":"${q}"}`],
    ["an infinite id", `{"r":1e999,"a":2,"q":"${q}"}`],
    ["an id that is a list", `{"r":[1],"a":2,"q":"${q}"}`],
    ["an id that is true", `{"r":true,"a":2,"q":"${q}"}`],
    ["no attendee", `{"r":1,"q":"${q}"}`],
    ["a secret that is no UUID", `{"r":1,"a":2,"q":"' or 1=1 --"}`],
    ["a secret with a line after it", `{"r":1,"a":2,"q":"${q}\\n"}`],
    ["an event as text", `{"r":1,"a":2,"q":"${q}","e":"4"}`],
    ["a signature without its event", `{"r":1,"a":2,"q":"${q}","s":"${s}"}`],
    ["a short signature", `{"r":1,"a":2,"q":"${q}","e":4,"s":"AAAA"}`],
    ["a signature that is a number", `{"r":1,"a":2,"q":"${q}","e":4,"s":1}`],
    ["a prototype", `{"__proto__":{"r":1,"a":2},"q":"${q}"}`],
    ["a prototype beside good fields", `{"r":1,"a":2,"q":"${q}","__proto__":{"e":4}}`],
    ["a constructor", `{"constructor":{"prototype":{}},"r":1,"a":2,"q":"${q}"}`],
    ["attendee and extras at once", `{"r":1,"a":2,"q":"${q}","id":9,"qrUuid":"${q}"}`],
    ["a huge text", `{"r":1,"a":2,"q":"${q}","x":"${"y".repeat(1_000_000)}"}`],
  ])("a scanned text is refused if it is or has: %s", (_, text) => {
    expect(readQrText(text)).toBeNull();
  });

  test("reading a scanned text never throws and returns only the known fields", () => {
    const scanned = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600 }),
      fc.json(),
      fc.anything(),
      fc
        .dictionary(fc.constantFrom("r", "a", "q", "e", "s", "id", "qrUuid", "__proto__"), fc.jsonValue())
        .map((fields) => JSON.stringify(fields)),
      fc
        .tuple(
          fc.constantFrom({ r: 1, a: 2, q }, { id: 9, qrUuid: q }),
          fc.dictionary(fc.string(), fc.integer()),
        )
        .map(([ours, others]) => JSON.stringify({ ...others, ...ours })),
    );
    fc.assert(
      fc.property(scanned, (text) => {
        const reading = readQrText(text);
        if (reading === null) return;
        const keys =
          reading.kind === "attendee"
            ? ["kind", "r", "a", "q", "e", "s"]
            : ["kind", "id", "qrUuid", "e", "s"];
        expect(Object.keys(reading)).toEqual(keys);
      }),
      { numRuns: 1000 },
    );
  });
});
