import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pdfWords } from "../../testing/pdfWords.ts";
import { closingPdf } from "../closingPdf.ts";
import { typefaces } from "../fonts.ts";
import { newEventKey, signAttendeeQr } from "../qrSignature.ts";
import { receiptPdf } from "../receiptPdf.ts";
import { ticketPdf } from "../ticketPdf.ts";
import { openTextPreparer } from "../writable.ts";

const { privateKey } = newEventKey();
const qrText = signAttendeeQr(privateKey, { r: 1, a: 1, q: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f", e: 3 });

const drawnNames = [
  ["Latin", "Zoë Łukasiewicz"],
  ["Vietnamese", "Nguyễn Thị Ánh Tuyết"],
  ["Greek", "Ελένη Παπαδοπούλου"],
  ["Cyrillic", "Дмитрий Шостакович"],
  ["Arabic", "محمد عبد الرحمن"],
  ["Persian", "پژمان گلچهره"],
  ["Hebrew", "אבי כהן"],
  ["Thai", "สมหญิง น้ำฝน"],
  ["Chinese", "王 小明"],
  ["simplified Chinese", "张晓丽"],
  ["Japanese", "佐藤 はなこ"],
  ["Korean", "김 민수"],
  ["Devanagari", "अमित शर्मा"],
  ["Armenian", "Գրիգոր Նարեկացի"],
  ["Georgian", "გიორგი ბერიძე"],
  ["emoji", "Anna 🎉👨‍👩‍👧‍👦"],
] as const;

const transliteratedNames = [
  ["Amharic", "አበበ ቢቂላ", "'abebe bik'ila"],
  ["Tamil", "குமார் Raj", "kumar Raj"],
  ["Khmer", "សុខ", "sokh"],
] as const;

const ticketOf = (text: string) => ({
  eventName: text,
  clubName: text,
  when: "Sat, Dec 12, 2026",
  location: text,
  attendees: [{ name: text, ticketTitle: text, reference: "F-1 · 1", qrText }],
});

const shownNames: [name: string, shown: string][] = [
  ...drawnNames.map(([, name]): [string, string] => [name, name]),
  ...transliteratedNames.map(([, name, latin]): [string, string] => [name, latin]),
];

function countOn(page: string, text: string): number {
  return page.replace(/\s+/g, "").split(text.replace(/\s+/g, "")).length - 1;
}

describe("a name on a document", () => {
  test.each(drawnNames)("a name in %s letters is drawn as it was typed: %s", async (_, name) => {
    const [page = ""] = pdfWords(await ticketPdf(ticketOf(name)));
    // Club, event, place, attendee, ticket.
    expect(page.split("\n").filter((line) => line === name)).toHaveLength(5);
  });

  test.each(transliteratedNames)(
    "a name in %s letters is written completely in Latin letters: %s",
    async (_, name, latin) => {
      const [page = ""] = pdfWords(await ticketPdf(ticketOf(name)));
      expect(page.split("\n").filter((line) => line === latin)).toHaveLength(5);
    },
  );

  test.each(["Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Sr.", "A".repeat(100), "ก".repeat(300)])(
    "a long name is complete on a ticket: %s",
    async (name) => {
      const pages = pdfWords(await ticketPdf(ticketOf(name)));
      expect(pages).toHaveLength(1);
      expect(countOn(pages[0]!, name)).toBe(5);
    },
  );

  test.each([2, 3, 5, 14, 100])("texts of %s lines are complete on one page of a ticket", async (count) => {
    const lines = Array.from({ length: count }, (_, index) => `line${index}.`);
    const pages = pdfWords(await ticketPdf(ticketOf(lines.join("\n"))));
    expect(pages).toHaveLength(1);
    for (const line of lines) expect(countOn(pages[0]!, line)).toBe(5);
  });

  test("a name with Typst markup is drawn as text", async () => {
    const name = '#import "a": * $x$ ] *b* _c_ `d` @e <f> \\ // /* "';
    const [page = ""] = pdfWords(await ticketPdf(ticketOf(name)));
    expect(countOn(page, name)).toBe(5);
  });

  test.each(shownNames)("a name is complete on the page of extras: %s", async (name, shown) => {
    const pageOf = async (title: string) => {
      const purchase = { items: [{ title, quantity: 2 }], qrText, reference: "F-1 · 1", isHandedOver: false };
      const [, extras = ""] = pdfWords(await ticketPdf({ ...ticketOf(name), purchases: [purchase] }));
      return extras;
    };
    expect(countOn(await pageOf(name), shown)).toBe(countOn(await pageOf("Program"), shown) + 1);
  });

  test.each(shownNames)("a name is complete on a closing and on a receipt: %s", async (name, shown) => {
    const closing = pdfWords(
      await closingPdf({
        clubName: name,
        eventName: name,
        eventDay: "Sat, Dec 12, 2026",
        eventDays: null,
        currency: "eur",
        asOf: "Sun, Dec 13, 2026",
        asOfTime: new Date("2026-12-13T10:00:00Z"),
        tables: [],
        signature: { version: 1, signedName: name, accountName: name },
        note: name,
      }),
    ).join("\n");
    expect(closing).toContain(`Signed by ${shown}`);
    expect(countOn(closing, shown)).toBeGreaterThanOrEqual(6);
    const receipt = pdfWords(
      await receiptPdf({
        seller: { name, address: "", register: "", taxNumber: "" },
        contact: "",
        eventName: name,
        eventDay: "Sat, Dec 12, 2026",
        order: {
          orderNumber: "F-1",
          items: [{ title: name, quantity: 1, unitPrice: 100, total: 100 }],
          subtotal: 100,
          tax: 0,
          total: 100,
          currency: "eur",
          paymentStatus: "paid",
          refundedAmount: 0,
        },
        orderedOn: "",
        paidOn: "",
        paidBy: "",
        buyer: { organization: "", name, email: "" },
      }),
    ).join("\n");
    // Club, buyer, event, line, and the foot.
    expect(countOn(receipt, shown)).toBe(5);
  });
});

describe("a text that is written for the typefaces", () => {
  const writable = openTextPreparer(typefaces);

  test("a name that the typefaces lack is transliterated completely, and unprintable characters are removed", () => {
    expect(writable("Ελένη አበበ")).toBe("Eleni 'abebe");
    expect(writable("Anna\u202Ebob\u0000")).toBe("Annabob");
    expect(writable("Anna \uD83C")).toBe("Anna");
    expect(writable("A\u{1E922}")).toBe("Aa");
  });

  test("a writable text stays unchanged if it is converted again, and is not empty if a letter was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
        const shown = writable(text);
        expect(writable(shown)).toBe(shown);
        if (/[\p{L}\p{N}]/u.test(text)) expect(shown).not.toBe("");
      }),
    );
  });

  test("a line of spaces is left out", () => {
    expect(writable("Anna\n\u00a0\n \u2003\nBob\u00a0\n")).toBe("Anna\nBob");
    expect(writable("Anna\n\u00a0\n\u9574")).toBe("Anna\nLa");
  });

  test("a ticket is drawn for any typed text", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: fc.constantFrom("a", "ก", "\u9574", " ", "\u00a0", "\n"), maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (text) => {
        expect(pdfWords(await ticketPdf(ticketOf(text)))).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });
});
