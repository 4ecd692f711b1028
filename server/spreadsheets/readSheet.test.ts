import { describe, expect, test } from "vitest";
import { MOST_IMPORTED_ROWS } from "../../contract/rules/importLimits.ts";
import { sheetOf, workbookOf } from "../testing/hostile/archive.ts";
import { hostileSheets } from "../testing/hostile/sheets.ts";
import { readLimits, readSheet } from "./readSheet.ts";

async function rowsOf(file: Buffer, limits = readLimits): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readSheet(file, { mostRows: MOST_IMPORTED_ROWS, limits })) rows.push(...batch);
  return rows;
}

describe("a file that is made to harm its reader", () => {
  test.each(hostileSheets)(
    "a harmful file is refused in a sentence with the reason: $name",
    async ({ make, message }) => {
      const file = make();
      expect(file.length).toBeLessThan(25 * 2 ** 20);
      const before = process.memoryUsage.rss();
      await expect(rowsOf(file)).rejects.toMatchObject({
        code: "invalidFile",
        message: expect.stringMatching(message),
      });
      // Only the reading process may use 300 MB.
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 2 ** 20);
    },
  );

  test("a line that is too long is refused, whatever ends the line before it", async () => {
    for (const end of ["\n", "\r\n", "\r"])
      await expect(rowsOf(Buffer.from(`name,email${end}${"x".repeat(600_000)}\n`))).rejects.toMatchObject({
        code: "invalidFile",
        message: expect.stringMatching(/longer than any row/),
      });
  });

  test("a file that takes longer than the time limit is refused", async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `name,guest${row}@example.org`).join("\n");
    await expect(rowsOf(Buffer.from(rows), { ...readLimits, cpuMs: 0 })).rejects.toMatchObject({
      code: "invalidFile",
      message: expect.stringMatching(/takes longer/),
    });
  });
});

describe("a table", () => {
  test("a table is refused in a sentence if the process exceeds its memory limit, and is read with a higher limit", async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `name,guest${row}@example.org`).join("\n");
    const file = Buffer.from(rows);
    // Less than the process uses before it reads.
    await expect(rowsOf(file, { ...readLimits, memoryMb: 60 })).rejects.toMatchObject({
      code: "invalidFile",
      message: "Reading this file takes too much memory. Import it in parts, or save it as .csv.",
    });
    expect(await rowsOf(file)).toHaveLength(20_000);
  });

  test("a table of 50,000 rows with 20 different texts each is read completely", async () => {
    const texts: string[] = [];
    const rows = Array.from({ length: 50_000 }, (_, row) => {
      const cells = Array.from({ length: 20 }, (_cell, column) => {
        texts.push(`<si><t>Text ${row} of ${column}</t></si>`);
        return `<c t="s"><v>${texts.length - 1}</v></c>`;
      });
      return `<row>${cells.join("")}</row>`;
    });
    const read = await rowsOf(workbookOf(sheetOf(rows.join("")), `<sst>${texts.join("")}</sst>`));
    expect(read).toHaveLength(50_000);
    const expected = (row: number) =>
      Array.from({ length: 20 }, (_cell, column) => `Text ${row} of ${column}`);
    expect(read.findIndex((cells, row) => cells.join("|") !== expected(row).join("|"))).toBe(-1);
  });

  test("a table is read with its rich texts, escapes, booleans, errors and empty rows, and without phonetics", async () => {
    const texts = `<sst><si><r><t>Mia </t></r><r><t>Keller</t></r></si><si><t>東京</t><rPh><t>トウキョウ</t></rPh></si><si><t>a_x000D_b</t></si></sst>`;
    const row = `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="s"><v>2</v></c>
      <c r="E3" t="b"><v>1</v></c><c r="F3" t="e"><v>#N/A</v></c><c r="G3"><f>1+1</f><v>2</v></c>
      <c r="H3" t="inlineStr"><is><t><![CDATA[<b>]]> &amp; &#252;</t></is></c></row>`;
    expect(await rowsOf(workbookOf(sheetOf(row), texts))).toEqual([
      [],
      [],
      ["Mia Keller", "東京", "", "a\rb", "true", "#N/A", "2", "<b> & ü"],
    ]);
  });

  test("a table that is formatted down to the last row of the sheet has only the rows with values", async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576" s="1"/></row>`;
    expect(await rowsOf(workbookOf(sheetOf(rows)))).toEqual([["1"]]);
  });
});
