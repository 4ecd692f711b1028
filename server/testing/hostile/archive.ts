import { constants, crc32, deflateRawSync } from "node:zlib";

/** A part of an archive; its declared size or checksum may be false. */
export interface ArchivePart {
  name: string;
  packed: Buffer;
  declaredBytes: number;
  crc: number;
}

/** A valid part. */
export function validPart(name: string, text: string): ArchivePart {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content, { level: 1 });
  return { name, packed, declaredBytes: content.length, crc: crc32(content) };
}

/** Zeros, with a false checksum. */
export function partOfZeros(
  name: string,
  megabytes: number,
  declaredBytes = megabytes * 2 ** 20,
): ArchivePart {
  const block = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  const packed = Buffer.concat([...Array.from({ length: megabytes }, () => block), end]);
  return { name, packed, declaredBytes, crc: 0 };
}

/** Builds an archive of these parts. */
export function archiveOf(parts: readonly ArchivePart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, declaredBytes, crc } of parts) {
    const nameBytes = Buffer.from(name);
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(crc, 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(declaredBytes, 8);
    sizes.writeUInt16LE(nameBytes.length, 12);
    const head = Buffer.concat([Buffer.from("504b030414000000080000002100", "hex"), sizes, nameBytes]);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from("504b0102140014000000080000002100", "hex"),
        sizes,
        directoryFields,
        nameBytes,
      ]),
    );
    pieces.push(head, packed);
    offset += head.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, list, end]);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006/relationships";

/** A workbook of one sheet. `address` is where the workbook says that the sheet is. */
export function workbookOf(
  sheet: string,
  sharedTexts: string | ArchivePart = `<sst xmlns="${main}"/>`,
  extraParts: readonly ArchivePart[] = [],
  address?: string,
): Buffer {
  const texts =
    typeof sharedTexts === "string" ? validPart("xl/sharedStrings.xml", sharedTexts) : sharedTexts;
  return bookOf([{ name: "People", xml: sheet, address }], [texts, ...extraParts]);
}

/** A workbook of several sheets; `rows` has their XML by name. */
export function sheetsOf(rows: Readonly<Record<string, string>>): Buffer {
  const sheets = Object.entries(rows).map(([name, xml]) => ({ name, xml: sheetOf(xml) }));
  return bookOf(sheets, [validPart("xl/sharedStrings.xml", `<sst xmlns="${main}"/>`)]);
}

function bookOf(
  sheets: readonly { name: string; xml: string; address?: string | undefined }[],
  parts: readonly ArchivePart[],
): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (...all: string[]) =>
    `<Relationships xmlns="${packages}">${all.join("")}</Relationships>`;
  const listed = sheets.map(({ name }, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  return archiveOf([
    validPart("[Content_Types].xml", "<Types/>"),
    validPart("_rels/.rels", relations(relation("rId1", "officeDocument", "xl/workbook.xml"))),
    validPart(
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join("")}</sheets></workbook>`,
    ),
    validPart(
      "xl/_rels/workbook.xml.rels",
      relations(
        ...sheets.map(({ address }, n) =>
          relation(`rId${n + 1}`, "worksheet", address ?? `worksheets/sheet${n + 1}.xml`),
        ),
        relation("texts", "sharedStrings", "sharedStrings.xml"),
      ),
    ),
    ...sheets.map(({ xml }, n) => validPart(`xl/worksheets/sheet${n + 1}.xml`, xml)),
    ...parts,
  ]);
}

/** The XML of a sheet. */
export function sheetOf(rows: string): string {
  return `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
}

/** The address of a cell, up to column ZZ; both numbers count from 0. */
export function addressOf(column: number, row: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return `${column < 26 ? "" : String.fromCharCode(64 + Math.floor(column / 26))}${last}${row + 1}`;
}
