import { type ArchivePart, addressOf, partOfZeros, sheetOf, validPart, workbookOf } from "./archive.ts";

export interface HostileFile {
  name: string;
  make: () => Buffer;
  message: RegExp;
}

const cell = (column: number, row: number, text: number) =>
  `<c r="${addressOf(column, row)}" t="s"><v>${text}</v></c>`;

/** 2.5 GB of text: all cells refer to one text of 1,000 letters. */
function oneSharedText(): Buffer {
  const rows = Array.from({ length: 50_000 }, (_, row) => {
    const cells = Array.from({ length: 50 }, (_cell, column) => cell(column, row, 0));
    return `<row r="${row + 1}">${cells.join("")}</row>`;
  });
  return workbookOf(sheetOf(rows.join("")), `<sst><si><t>${"x".repeat(1000)}</t></si></sst>`);
}

const oneCell = sheetOf(`<row r="1">${cell(0, 0, 0)}</row>`);

function manyAttributes(): Buffer {
  const attributes = Array.from({ length: 4_000_000 }, (_, index) => ` a${index.toString(36)}=""`);
  return workbookOf(sheetOf(`<row${attributes.join("")}/>`));
}

export const hostileSheets: readonly HostileFile[] = [
  { name: "2.5 million cells of one shared text", make: oneSharedText, message: /32 MB of text/ },
  {
    name: "shared texts of 3 GB of zeros",
    make: () => workbookOf(oneCell, partOfZeros("xl/sharedStrings.xml", 3072)),
    message: /Unpacked/,
  },
  {
    name: "shared texts of 3 GB of zeros, declared as 900 bytes",
    make: () => workbookOf(oneCell, partOfZeros("xl/sharedStrings.xml", 3072, 900)),
    message: /damaged/,
  },
  {
    name: "64 MB of zeros, compressed to a thousandth",
    make: () => workbookOf(oneCell, partOfZeros("xl/sharedStrings.xml", 64)),
    message: /a hundred times its size/,
  },
  {
    name: "XML with a million nested elements",
    make: () => workbookOf(`<worksheet>${"<a>".repeat(1_000_000)}`),
    message: /nested too deeply/,
  },
  {
    name: "XML that defines entities of entities",
    make: () =>
      workbookOf(
        `<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>`,
      ),
    message: /damaged/,
  },
  {
    name: "a sheet at an address that is none",
    make: () => workbookOf(oneCell, undefined, [], "http://["),
    message: /damaged/,
  },
  { name: "an element of four million attributes", make: manyAttributes, message: /too many attributes/ },
  {
    name: "20,000 parts",
    make: () => {
      const parts = Array.from({ length: 20_000 }, (_, index): ArchivePart => validPart(`x${index}`, ""));
      return workbookOf(oneCell, undefined, parts);
    },
    message: /more parts/,
  },
  {
    name: "a sheet that declares the largest size, with a cell in the last row",
    make: () =>
      workbookOf(
        sheetOf(`<row r="1048576"><c r="A1048576"><v>1</v></c></row>`).replace(
          "<sheetData>",
          `<dimension ref="A1:XFD1048576"/><sheetData>`,
        ),
      ),
    message: /more than 100,000 rows/,
  },
  {
    name: "a cell whose address has no column",
    make: () => workbookOf(sheetOf(`<row r="1"><c r="3"><v>1</v></c></row>`)),
    message: /damaged/,
  },
  {
    name: "a cell in the last column",
    make: () => workbookOf(sheetOf(`<row r="1"><c r="XFD1"><v>1</v></c></row>`)),
    message: /more than 200 columns/,
  },
  {
    name: "50,000 rows with the same number",
    make: () => workbookOf(sheetOf(`<row r="9"><c r="A9"><v>1</v></c></row>`.repeat(50_000))),
    message: /not in order/,
  },
  {
    name: "a .csv without a line end",
    make: () => Buffer.alloc(20 * 2 ** 20, "name,"),
    message: /A line of the file is longer/,
  },
  {
    name: "a .csv with a quote that is never closed",
    make: () => Buffer.concat([Buffer.from('name,email\n"'), Buffer.alloc(24 * 2 ** 20, "a\n")]),
    message: /In line 2 a cell begins with a quotation mark/,
  },
];
