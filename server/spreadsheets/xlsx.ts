/** Writes a table as .xlsx. A cell without a numeric value is text, so that it cannot be a formula. */

import { constants, crc32, deflateRawSync } from "node:zlib";
import { cellSeparator, rowSeparator } from "./batch.ts";
import { amountFormat, type SheetColumn } from "./columns.ts";
import type { SheetSettings } from "./writeSheet.ts";
import { closePart, directory, openPart, type Part, wholePart } from "./zip.ts";

const sheetName = "xl/worksheets/sheet1.xml";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const smallParts = ({ name, decimals = 2 }: SheetSettings): Record<string, string> => ({
  "[Content_Types].xml": `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  "_rels/.rels": `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Style 0 is text, so that typing over a phone number keeps its zeros. Some readers warn without a style called
  // "Normal".
  "xl/styles.xml": `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="${amountFormat(decimals)}"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="1" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
});
const styles = { text: 0, number: 2, amount: 3, time: 4 } as const;

const sheetHead = (columns: number) =>
  `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="22" customWidth="1"/></cols><sheetData>`;

// The limit of an Excel cell.
const maxCellLength = 32_767;
const plainText = /^[ -%'-;=?-\ud7ff\ue000-\ufffd]*$/;
const forbidden = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const edge = /^[ \t\r\n]|[ \t\r\n]$/;

// A reader decodes "_x0041_" as "A" (ECMA-376 Part 1 §22.4.2.4).
const readAsEscape = /_(?=x[0-9A-Fa-f]{4}_)/g;

function escaped(text: string): string {
  if (plainText.test(text) && !text.includes("_x")) return text;
  const escapedText = text
    .toWellFormed()
    .replaceAll(forbidden, "")
    .replaceAll(readAsEscape, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return escapedText.replaceAll("\r", "&#13;");
}

function cellXml(text: string, style: string): string {
  if (text === "") return "<c/>";
  const shortened = text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
  const space = edge.test(shortened) ? ' xml:space="preserve"' : "";
  return `<c t="inlineStr"${style}><is><t${space}>${escaped(shortened)}</t></is></c>`;
}

const plainNumber = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const plainTime = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;
const msPerDay = 86_400_000;
// Day 0 of spreadsheets (ECMA-376 Part 1 §18.17.4.1).
const dayZero = Date.UTC(1899, 11, 30);

function serialOf(text: string, kind: SheetColumn["kind"]): string | null {
  if (kind === "text") return null;
  if (kind !== "time") return plainNumber.test(text) ? text : null;
  const [, year, month, day, hour, minute] = plainTime.exec(text)?.map(Number) ?? [];
  if (minute === undefined) return null;
  return String((Date.UTC(year!, month! - 1, day, hour, minute) - dayZero) / msPerDay);
}

function specialXml(text: string, kind: SheetColumn["kind"]): string {
  const value = serialOf(text, kind);
  return value === null ? cellXml(text, "") : `<c s="${styles[kind]}"><v>${value}</v></c>`;
}

const rowHead = Buffer.from("<row>");
const rowTail = Buffer.from("</row>");
const cellHead = Buffer.from('<c t="inlineStr"><is><t>');
const cellTail = Buffer.from("</t></is></c>");
const emptyCell = Buffer.from("<c/>");
const maxMarkup = cellHead.length + cellTail.length + rowTail.length + rowHead.length;

// The kind of a UTF-8 byte: it ends the cell, is copied, or makes cellXml check the cell. 0xef begins the two
// noncharacters that XML forbids, among others.
const copied = 0;
const checked = 1;
const separator = 2;
const byteKinds = new Uint8Array(256).fill(checked, 0, 0x20);
for (const letter of "\t\n") byteKinds[letter.charCodeAt(0)] = copied;
for (const letter of "&<>_\u00ef") byteKinds[letter.charCodeAt(0)] = checked;
for (const letter of cellSeparator + rowSeparator) byteKinds[letter.charCodeAt(0)] = separator;
const rowEnd = rowSeparator.charCodeAt(0);

/**
 * Writes the rows of a batch as XML, byte by byte for speed.
 * @param to is the output buffer, reused to avoid allocations.
 * @returns `to`, or a longer buffer in its place, and its used length.
 */
function batchXml(
  batch: string,
  columns: readonly SheetColumn[],
  to: Buffer,
): { to: Buffer; length: number } {
  const from = Buffer.from(batch + rowSeparator);
  let length = put(rowHead, to, 0);
  let start = 0;
  let kind = copied;
  let column = 0;
  for (let at = 0; at < from.length; at++) {
    const byte = from[at]!;
    const byteKind = byteKinds[byte]!;
    if (byteKind !== separator) {
      kind |= byteKind;
      continue;
    }
    const columnKind = columns[column]?.kind ?? "text";
    const isSpecial =
      (columnKind !== "text" && start < at) ||
      kind === checked ||
      at - start > maxCellLength ||
      isSpace(from[start]!) ||
      isSpace(from[at - 1]!);
    const special = isSpecial ? Buffer.from(specialXml(from.toString("utf8", start, at), columnKind)) : null;
    const needed = length + (special?.length ?? at - start) + maxMarkup;
    if (needed > to.length) to = Buffer.concat([to.subarray(0, length)], needed * 2);
    if (special !== null) length += special.copy(to, length);
    else if (start === at) length = put(emptyCell, to, length);
    else {
      length = put(cellHead, to, length);
      while (start < at) to[length++] = from[start++]!;
      length = put(cellTail, to, length);
    }
    start = at + 1;
    kind = copied;
    column += 1;
    if (byte === rowEnd) {
      column = 0;
      length = put(rowTail, to, length);
      if (start < from.length) length = put(rowHead, to, length);
    }
  }
  return { to, length };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a;
}

/** Faster than Buffer.copy for few bytes. */
function put(bytes: Buffer, to: Buffer, at: number): number {
  for (let from = 0; from < bytes.length; from++) to[at++] = bytes[from]!;
  return at;
}

/** Makes a writer that returns the file in pieces: call `rows` for each batch, `end` once. */
export function xlsxWriter(settings: SheetSettings): { rows(batch: string): Buffer; end(): Buffer } {
  const { columns } = settings;
  const parts: Part[] = [];
  let offset = 0;
  const pending: Buffer[] = [];
  for (const [name, text] of Object.entries(smallParts(settings))) {
    const { part, bytes } = wholePart(name, text, offset);
    parts.push(part);
    pending.push(bytes);
    offset += bytes.length;
  }
  const sheet: Part = { name: sheetName, offset, crc: 0, packed: 0, size: 0, isStreamed: true };
  const opening = openPart(sheetName);
  pending.push(opening);

  const compress = (content: Buffer, isLast: boolean): Buffer => {
    sheet.crc = crc32(content, sheet.crc);
    sheet.size += content.length;
    // Each piece ends at a byte boundary and does not refer to earlier ones, so that together they are one stream.
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
    const bytes = deflateRawSync(content, { level: 1, finishFlush });
    sheet.packed += bytes.length;
    return pending.length === 0 ? bytes : Buffer.concat([...pending.splice(0), bytes]);
  };
  const headingRow = `<row>${columns.map(({ heading }) => cellXml(heading, ' s="1"')).join("")}</row>`;
  pending.push(compress(Buffer.from(sheetHead(columns.length) + headingRow), false));
  let sheetXml: Buffer = Buffer.allocUnsafe(1 << 20);
  return {
    rows(batch) {
      const { to, length } = batchXml(batch, columns, sheetXml);
      sheetXml = to;
      return compress(to.subarray(0, length), false);
    },
    end() {
      const bytes = compress(Buffer.from("</sheetData></worksheet>"), true);
      const closing = closePart(sheet);
      const at = sheet.offset + opening.length + sheet.packed + closing.length;
      return Buffer.concat([bytes, closing, directory([...parts, sheet], at)]);
    },
  };
}
