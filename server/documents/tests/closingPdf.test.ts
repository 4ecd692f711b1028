import { describe, expect, test } from "vitest";
import type { ClosingTable, ColumnKind } from "../../../contract/rules/closing/closingTables.ts";
import { pdfWords } from "../../testing/pdfWords.ts";
import { type ClosingDocument, closingPdf } from "../closingPdf.ts";

const column = (heading: string, kind: ColumnKind) => ({ heading, kind });
const million = 1_284_000_000;

const ways: ClosingTable = {
  id: "ways",
  title: "How it was paid",
  columns: [
    column("Payment method", "text"),
    column("Orders", "number"),
    ...["Received", "Refunded", "Fees", "Remaining"].map((heading) => column(heading, "money")),
  ],
  rows: [["Card, by the payment provider", 12_840, million, 0, 4_200_000, million - 4_200_000]],
  total: ["All", 12_840, million, 0, 4_200_000, million - 4_200_000],
  empty: "",
};
const tills: ClosingTable = {
  id: "tills",
  title: "Cash in the tills",
  columns: [
    column("Till", "text"),
    ...["Received", "Refunded", "Expected", "Counted"].map((heading) => column(heading, "money")),
    column("Difference", "difference"),
    column("Note", "text"),
  ],
  rows: [
    ["North gate · Lena's phone", million, 0, million, million - 5_000_000, -5_000_000, "One bag is missing"],
  ],
  total: ["All", million, 0, million, million - 5_000_000, -5_000_000, "–"],
  empty: "",
};

const closing = (currency: string, tables: readonly ClosingTable[]): ClosingDocument => ({
  clubName: "Siam Evening Society",
  eventName: "River Gala",
  eventDay: "Mon, 2 Jun 2031",
  eventDays: null,
  currency,
  asOfTime: new Date("2031-06-03T01:00:00Z"),
  asOf: "Tue, 3 Jun 2031, 08:00, Bangkok time (GMT+7)",
  tables,
  signature: null,
  note: "",
});

async function wordsOf(table: ClosingTable): Promise<string> {
  return pdfWords(await closingPdf(closing("thb", [table])))
    .join("\n")
    .replaceAll("\u00a0", " ");
}

describe("a closing of large sums", () => {
  test("a closing has each large amount on one line, in bold type too", async () => {
    const words = await wordsOf(ways);
    const row = "THB 12,840,000.00\nTHB 0.00\nTHB 42,000.00\nTHB 12,798,000.00";
    expect(words).toContain(`provider\n12,840\n${row}`);
    expect(words).toContain(`All\n12,840\n${row}`);
  });

  test("a closing has each amount on one line and the complete note in a table of many columns", async () => {
    const words = await wordsOf(tills);
    expect(words).toContain(
      "THB 12,840,000.00\nTHB 0.00\nTHB 12,840,000.00\nTHB 12,790,000.00\n-THB 50,000.00\n",
    );
    expect(words.replaceAll("\n", " ")).toContain("One bag is missing");
  });
});
