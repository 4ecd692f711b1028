/** A table as .xlsx: every cell is text, so no cell is a formula, whatever it begins with. */

import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { cellSeparator, rowSeparator, rowsIn } from "./batch.ts";
import { closePart, directory, openPart, type Part, wholePart } from "./zip.ts";

const pack = promisify(deflateRaw);
const sheetName = "xl/worksheets/sheet1.xml";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const smallParts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  "_rels/.rels": `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Attendees" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is bold, for the headings; both are of the format "text", so that typing over a number keeps its zeros.
  "xl/styles.xml": `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};

const sheetHead = (columns: number) =>
  `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="22" customWidth="1"/></cols><sheetData>`;

// An Excel cell takes no more; XML takes no other control characters than tab and new line.
const mostLetters = 32_767;
// Whatever may stand in XML as it is; most cells hold nothing else.
const plain = /^[ -%'-;=?-\ud7ff\ue000-\ufffd]*$/;
const forbidden = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const edge = /^\s|\s$/;

function escaped(text: string): string {
  if (plain.test(text)) return text;
  return withoutTags(text.toWellFormed()).replaceAll(forbidden, "").replaceAll("\r", "&#13;");
}

function withoutTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function rowXml(cells: readonly string[], style: string): string {
  let text = "<row>";
  for (const cell of cells) {
    if (cell === "") text += "<c/>";
    else {
      const short = cell.length > mostLetters ? cell.slice(0, mostLetters) : cell;
      const space = edge.test(short) ? ' xml:space="preserve"' : "";
      text += `<c t="inlineStr"${style}><is><t${space}>${escaped(short)}</t></is></c>`;
    }
  }
  return `${text}</row>`;
}

// What a cell must be looked at by itself for: letters that XML does not take, spaces at its ends, too many letters.
const separator = `[${cellSeparator}${rowSeparator}]`;
const odd = new RegExp(
  [
    String.raw`[^\t\n${cellSeparator}${rowSeparator} -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]`,
    String.raw`(?:^|${separator})\s`,
    String.raw`\s(?:$|${separator})`,
    `[^${cellSeparator}${rowSeparator}]{${mostLetters + 1}}`,
  ].join("|"),
  "u",
);
const cellHead = '<c t="inlineStr"><is><t>';
const cellTail = "</t></is></c>";

/** The rows of a batch. All cells at once where that is the same: as many texts as cells cost more than the file. */
function batchXml(batch: string): string {
  if (odd.test(batch))
    return rowsIn(batch)
      .map((cells) => rowXml(cells, ""))
      .join("");
  const cells = withoutTags(batch)
    .replaceAll(cellSeparator, cellTail + cellHead)
    .replaceAll(rowSeparator, `${cellTail}</row><row>${cellHead}`);
  return `<row>${cellHead}${cells}${cellTail}</row>`.replaceAll(cellHead + cellTail, "<c/>");
}

/** Gives the bytes of the file piece by piece: `rows` for each batch, `end` once. */
export function xlsxWriter(headings: readonly string[]): {
  rows(batch: string): Promise<Buffer>;
  end(): Promise<Buffer>;
} {
  const parts: Part[] = [];
  let offset = 0;
  const first: Buffer[] = [];
  for (const [name, text] of Object.entries(smallParts)) {
    const { part, bytes } = wholePart(name, text, offset);
    parts.push(part);
    first.push(bytes);
    offset += bytes.length;
  }
  const sheet: Part = { name: sheetName, offset, crc: 0, packed: 0, size: 0 };
  const opening = openPart(sheetName);
  first.push(opening);

  // Texts are packed at the same time as the next ones are written; what is counted is counted in order.
  const packed = async (text: string, isLast: boolean): Promise<Buffer> => {
    const content = Buffer.from(text);
    sheet.crc = crc32(content, sheet.crc);
    sheet.size += content.length;
    // Each piece ends at a whole byte and begins without the last one's words, so that together they are one stream.
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
    const bytes = await pack(content, { level: 1, finishFlush });
    sheet.packed += bytes.length;
    return bytes;
  };
  const lead = packed(sheetHead(headings.length) + rowXml(headings, ' s="1"'), false);
  let before: Promise<Buffer[]> = lead.then((bytes) => [...first, bytes]);
  const after = async (piece: Promise<Buffer>): Promise<Buffer> => {
    const earlier = before;
    before = Promise.all([earlier, piece]).then(() => []);
    return Buffer.concat([...(await earlier), await piece]);
  };
  return {
    rows: (batch) => after(packed(batchXml(batch), false)),
    async end() {
      const bytes = await after(packed("</sheetData></worksheet>", true));
      const closing = closePart(sheet);
      const at = sheet.offset + opening.length + sheet.packed + closing.length;
      return Buffer.concat([bytes, closing, directory([...parts, sheet], at, sheetName)]);
    },
  };
}
