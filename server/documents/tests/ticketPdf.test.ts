import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pdfContents, pdfWords } from "../../testing/pdfWords.ts";
import type { PrintedPurchase } from "../printedPurchase.ts";
import { qrMatrix } from "../qrImage.ts";
import { newEventKey, signAttendeeQr, signExtrasQr } from "../qrSignature.ts";
import { type TicketDocument, ticketPdf } from "../ticketPdf.ts";

const { privateKey } = newEventKey();

function attendee(name: string, a = 1) {
  const q = "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f";
  return {
    name,
    ticketTitle: "General admission",
    reference: `No. ${a}`,
    qrText: signAttendeeQr(privateKey, { r: 1, a, q, e: 3 }),
  };
}

const gala: TicketDocument = {
  eventName: "Summer Gala",
  clubName: "Harbour Club",
  when: "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM\nBangkok time (GMT+7)",
  location: "1 Pier Road, Bangkok",
  attendees: [attendee("Zoë Łukasiewicz")],
};

function purchase(id: number, titles: readonly string[], isHandedOver = false): PrintedPurchase {
  const qrUuid = "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f";
  return {
    items: titles.map((title) => ({ title, quantity: 2 })),
    qrText: signExtrasQr(privateKey, { id, qrUuid, e: 3 }),
    reference: `F-${id}`,
    isHandedOver,
  };
}

/** A module is dark if an odd number of vertical edges is before it in the row. */
function codeOn(page: string, side: number): boolean[][] {
  const matrix = Array.from({ length: side }, () => Array.from({ length: side }, () => false));
  for (const [outline] of page.matchAll(/^\d+ \d+ m\n(?:\d+ \d+ l\n)+h$/gm)) {
    const corners = [...outline.matchAll(/^(\d+) (\d+) [ml]$/gm)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    if (corners.some(([x, y]) => x === side && y === side)) continue;
    for (const [index, [x, y]] of corners.entries()) {
      const [nextX, nextY] = corners[(index + 1) % corners.length]!;
      if (nextX !== x) continue;
      for (let row = Math.min(y, nextY); row < Math.max(y, nextY); row++)
        for (let column = x; column < side; column++) matrix[row]![column] = !matrix[row]![column];
    }
  }
  return matrix;
}

describe("a ticket document", () => {
  test("a ticket PDF has a page with a complete code for each attendee", async () => {
    const attendees = [attendee("Anna", 1), attendee("Bo", 2), attendee("Chai", 3)];
    const pages = pdfContents(await ticketPdf({ ...gala, attendees }));
    expect(pages).toHaveLength(3);
    attendees.forEach(({ qrText }, index) => {
      const expected = qrMatrix(qrText);
      expect(codeOn(pages[index] ?? "", expected.length)).toEqual(expected);
    });
  });

  test("a ticket PDF has a page with a complete code for the extras of each order", async () => {
    const purchases = [purchase(1, ["Dinner", "Programme"]), purchase(2, ["Shirt"], true)];
    const pdf = await ticketPdf({ ...gala, purchases });
    const pages = pdfContents(pdf);
    expect(pages).toHaveLength(3);
    purchases.forEach(({ qrText }, index) => {
      const expected = qrMatrix(qrText);
      expect(codeOn(pages[index + 1] ?? "", expected.length)).toEqual(expected);
    });
    const [, first, second] = pdfWords(pdf);
    expect(first).toContain("Summer Gala");
    expect(first).toContain("Extras · F-1\n2 × Dinner\n2 × Programme\n");
    expect(first).toContain("Extras 1 of 2");
    const titles = Array.from({ length: 9 }, (_, title) => `Extra number ${title + 1}`);
    const [, many] = pdfWords(await ticketPdf({ ...gala, purchases: [purchase(3, titles)] }));
    const words = many?.replace(/\s+/g, " ");
    for (const title of titles) expect(words).toContain(`2 × ${title}`);
    expect(second).toContain("Extras · F-2 · handed over\n2 × Shirt");
  });

  test.each([
    ["Thai", "ณัฐวุฒิ กิตติศักดิ์เจริญสุขวัฒนาพงศ์ไพบูลย์"],
    ["a very long word", "Wolfeschlegelsteinhausenbergerdorff".repeat(8)],
    ["Arabic", "مرحبا بكم"],
    ["emoji", "🎉👨‍👩‍👧‍👦"],
    ["control and direction characters", "\u202Eanna\u0000\u0007\n\n\n"],
    ["half a surrogate pair", "Anna \uD83C"],
    ["nothing", ""],
  ])("a ticket PDF has one page per code, for any texts: %s", async (_, text) => {
    const pages = pdfContents(
      await ticketPdf({
        eventName: text,
        clubName: text,
        when: text,
        whenLocal: text,
        location: text,
        attendees: [{ ...attendee(text), ticketTitle: text, reference: text }],
        purchases: [
          { ...purchase(1, [text]), reference: text },
          purchase(2, Array(50).fill(text) as string[]),
        ],
      }),
    );
    expect(pages).toHaveLength(3);
    for (const [index, { qrText }] of [attendee(text), purchase(1, []), purchase(2, [])].entries()) {
      const expected = qrMatrix(qrText);
      expect(codeOn(pages[index] ?? "", expected.length)).toEqual(expected);
    }
  });

  test("a ticket PDF is accessible: it has headings, a text for the code, a language and a title", async () => {
    const pdf = (await ticketPdf(gala)).toString("latin1");
    expect(pdf).toContain("/Lang (en)");
    expect(pdf).toContain("/DisplayDocTitle true");
    expect(pdf).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(pdf).toContain("/S /H1");
    expect(pdf).toContain("/S /H2");
    expect(pdf).toMatch(/\/Alt /);
  });

  test("a ticket PDF has the banner once for all pages, and no banner if the file cannot be read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-pdf-"));
    try {
      const bannerPath = join(folder, "banner.jpg");
      await sharp({ create: { width: 800, height: 450, channels: 3, background: "#246" } }).toFile(
        bannerPath,
      );
      const attendees = [attendee("Anna", 1), attendee("Bo", 2)];
      const pictures = (pdf: Buffer) => pdf.toString("latin1").match(/\/Subtype \/Image/g)?.length ?? 0;
      expect(pictures(await ticketPdf({ ...gala, attendees, bannerPath }))).toBe(1);
      expect(pictures(await ticketPdf({ ...gala, attendees, bannerPath: join(folder, "missing.jpg") }))).toBe(
        0,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("a ticket PDF without an attendee is refused", async () => {
    await expect(ticketPdf({ ...gala, attendees: [] })).rejects.toThrow("needs an attendee");
  });
});
