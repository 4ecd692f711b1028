import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { batchOf } from "./batch.ts";
import { amountFormat, type SheetColumn } from "./columns.ts";
import { readSheet } from "./readSheet.ts";
import { writeSheet } from "./writeSheet.ts";

const ordinary = [
  ["Mia", "", "a & b", "<b>", 'say "yes"', "สมชาย"],
  ["", "", "", "", "", "👋"],
  ["two\nlines", "tab\tin", "=1+1", "&amp;", "'", "x"],
  ["'=1+1", "''-2", "'plain", "", "", ""],
  ["a_x0041_b", "_x000D_", "_x005F_x0041_", "_x41_", "_xyz", "__x0041__"],
];
/** Each row has one cell that is not read as it was written. */
const withChangedCell = [
  [" a space before", "x", "x", "x", "x", "x"],
  ["x", "x", "behind ", "x", "x", "x"],
  ["x", "a bell_\u0007x0041_", "x", "x", "x", "x"],
  ["x", "x", "x", "half a letter \ud800", "x", "x"],
  ["x", "x", "x", "x", "l".repeat(40_000), "<&>"],
];
const changedColumns = [0, 2, 1, 3, 4];

const sixTexts = ["1", "2", "3", "4", "5", "6"].map((heading): SheetColumn => ({ heading, kind: "text" }));

async function writeAndRead(format: "csv" | "xlsx", batches: string[][][]): Promise<string[][]> {
  async function* texts() {
    for (const rows of batches) yield batchOf(rows);
  }
  const pieces = [];
  for await (const piece of writeSheet({ format, name: "Attendees", columns: sixTexts }, texts()))
    pieces.push(piece);
  const rows: string[][] = [];
  for await (const batch of readSheet(Buffer.concat(pieces), { mostRows: 100 })) rows.push(...batch);
  return rows.slice(1).map((row) => Array.from({ length: 6 }, (_, index) => row[index] ?? ""));
}

test.each(["csv", "xlsx"] as const)(
  "a .%s file has every cell unchanged, in one batch or in many",
  async (format) => {
    expect(await writeAndRead(format, [ordinary])).toEqual(ordinary);
    expect(
      await writeAndRead(
        format,
        ordinary.map((row) => [row]),
      ),
    ).toEqual(ordinary);
  },
);

test("an .xlsx file with control characters, half a letter and 40,000 letters can be read, and its other rows are unchanged", async () => {
  const rows = await writeAndRead("xlsx", [[...ordinary, ...withChangedCell], ordinary]);
  const { length } = ordinary;
  expect(rows.slice(0, length)).toEqual(ordinary);
  expect(rows.slice(-length)).toEqual(ordinary);
  const cells = rows.slice(length, -length);
  expect(cells.map((row, index) => row[changedColumns[index]!]!.slice(0, 20))).toEqual([
    "a space before",
    "behind",
    "a bell_x0041_",
    "half a letter \ufffd",
    "l".repeat(20),
  ]);
  expect(cells[4]![5]).toBe("<&>");
});

test("an .xlsx file has every cell, even if a batch is very long as XML", async () => {
  // The reader keeps 5,000 characters of a cell.
  const long = Array.from({ length: 80 }, (_, n) => ["<".repeat(5000), "", `${n}`, "&", "a\rb", "\uff4d"]);
  expect(await writeAndRead("xlsx", [long, ordinary])).toEqual([...long, ...ordinary]);
});

test("a text that contains our separators does not start a new row or cell", async () => {
  const withSeparators = [["a\u001eb", "c\u001fd", "", "", "", ""]];
  expect(await writeAndRead("csv", [withSeparators])).toEqual([["ab", "cd", "", "", "", ""]]);
});

describe("numbers, amounts and times", () => {
  const columns: SheetColumn[] = [
    { heading: "Id", kind: "number" },
    { heading: "Paid (EUR)", kind: "amount" },
    { heading: "Ordered (Europe/Berlin)", kind: "time" },
    { heading: "Note", kind: "text" },
  ];
  const rows = [
    ["7", "1234.50", "2026-12-12 19:07", "0049 1"],
    ["12345678", "0.00", "2028-02-29 00:00", "12"],
    ["=1+1", "+49 40", "@SUM(A1)", "-2"],
    ["", "", "", ""],
  ];
  async function fileOf(format: "csv" | "xlsx", name = "Orders"): Promise<Buffer> {
    async function* batches() {
      yield batchOf(rows);
    }
    const pieces = [];
    for await (const piece of writeSheet({ format, name, columns, decimals: 2 }, batches()))
      pieces.push(piece);
    return Buffer.concat(pieces);
  }

  test("numbers, amounts and times keep their type in an .xlsx file; other values are text and not formulas", async () => {
    const workbook = await readXlsx(await fileOf("xlsx", "Orders & more"));
    const [sheet] = workbook.sheets;
    expect(sheet!.name).toBe("Orders & more");
    expect(sheet!.rows.slice(1, 4)).toEqual([
      [7, 1234.5, new Date("2026-12-12T19:07:00Z"), "0049 1"],
      [12_345_678, 0, new Date("2028-02-29T00:00:00Z"), "12"],
      ["=1+1", "+49 40", "@SUM(A1)", "-2"],
    ]);
  });

  test.each(["csv", "xlsx"] as const)(
    "numbers, amounts and times are read from a .%s file with the same values",
    async (format) => {
      const read: string[][] = [];
      for await (const batch of readSheet(await fileOf(format), { mostRows: 100 })) read.push(...batch);
      const amounts = format === "csv" ? ["1234.50", "0.00"] : ["1234.5", "0"];
      expect(read.slice(1, 4)).toEqual([
        ["7", amounts[0], "2026-12-12 19:07", "0049 1"],
        ["12345678", amounts[1], format === "csv" ? "2028-02-29 00:00" : "2028-02-29", "12"],
        ["=1+1", "+49 40", "@SUM(A1)", "-2"],
      ]);
    },
  );

  test("the number format of an amount has the given decimals", async () => {
    expect([0, 2, 3].map(amountFormat)).toEqual(["#,##0", "#,##0.00", "#,##0.000"]);
  });
});
