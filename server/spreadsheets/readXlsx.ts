/**
 * Reads an .xlsx (ECMA-376). hucre would take 1.1 GB for 50,000 rows of 20 different texts
 * (docs/decisions/dependencies.md).
 */
import { isDateFormat, serialToDate } from "hucre";
import { damagedFile, readXml } from "./xmlParts.ts";
import { openZip, type ZipParts } from "./zipParts.ts";

/** `index` counts from 0. Rows without cells may be skipped. */
export interface SheetRow {
  index: number;
  cells: string[];
}

/** The limit of Excel. */
const maxColumns = 16_384;

/** `headings` is the first row with text; empty if the workbook has one sheet. */
export interface SheetHead {
  name: string;
  headings: string[];
}

/**
 * `sheets` has those of the first `maxSheets` that have text in their first rows. If the workbook has only one sheet, it
 * is always there.
 */
export interface Workbook {
  sheets: SheetHead[];
  rows: (sheet: number) => AsyncGenerator<SheetRow>;
}

const maxSheets = 50;
const maxEmptyRows = 1000;

/** Opens a workbook. @throws invalidFile with a sentence, as its rows do. */
export async function openXlsx(file: Buffer): Promise<Workbook> {
  const parts = await openZip(file);
  const book = await readBook(parts);
  const texts = book.sharedTexts === null ? [] : await sharedTexts(parts, book.sharedTexts);
  const dateStyles = book.styles === null ? new Set<number>() : await dateStylesOf(parts, book.styles);
  const rowsOf = (path: string) => sheetRows(parts, { path, ...book }, { texts, dateStyles });
  const filled: (SheetHead & { path: string })[] = [];
  for (const { name, path } of book.sheets.slice(0, maxSheets)) {
    // A single sheet needs no choice.
    const headings = book.sheets.length === 1 ? [] : await firstRow(rowsOf(path));
    if (headings !== null) filled.push({ name, path, headings });
  }
  return {
    sheets: filled.map(({ name, headings }) => ({ name, headings })),
    rows: (sheet) => rowsOf((filled[sheet] ?? book.sheets[0]!).path),
  };
}

async function firstRow(rows: AsyncGenerator<SheetRow>): Promise<string[] | null> {
  let count = 0;
  for await (const { cells } of rows) {
    if (cells.some((cell) => cell.trim() !== "")) return cells;
    count += 1;
    if (count === maxEmptyRows) return null;
  }
  return null;
}

interface Book {
  sheets: { name: string; path: string }[];
  sharedTexts: string | null;
  styles: string | null;
  startsIn1904: boolean;
}

async function readBook(parts: ZipParts): Promise<Book> {
  const [root] = (await readRelations(parts, "_rels/.rels")).filter(({ type }) => type === "officeDocument");
  const path = partName("", root?.target ?? "xl/workbook.xml");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const links = await readRelations(parts, `${folder}_rels/${path.slice(folder.length)}.rels`);
  const named: { name: string; id: string | undefined }[] = [];
  let startsIn1904 = false;
  for await (const elements of readXml(parts, path))
    for (const { name, attributes, isOpening } of elements) {
      if (!isOpening) continue;
      if (name === "sheet")
        named.push({
          name: attributes.name ?? "",
          id: Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1],
        });
      if (name === "workbookPr") startsIn1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
    }
  const target = (relationType: string) => links.find(({ type }) => type === relationType)?.target;
  // A sheet may be a chart.
  const sheets = named.flatMap(({ name, id: sheetId }) => {
    const found = links.find(({ id, type }) => id === sheetId && type === "worksheet");
    return found === undefined ? [] : [{ name, path: partName(folder, found.target) }];
  });
  if (sheets.length === 0) throw damagedFile();
  const existingPart = (found: string | undefined) => {
    const fullPath = found === undefined ? null : partName(folder, found);
    return fullPath !== null && parts.has(fullPath) ? fullPath : null;
  };
  return {
    sheets,
    sharedTexts: existingPart(target("sharedStrings")),
    styles: existingPart(target("styles")),
    startsIn1904,
  };
}

interface Relation {
  id: string;
  /** The last segment of its address. */
  type: string;
  target: string;
}

async function readRelations(parts: ZipParts, path: string): Promise<Relation[]> {
  const found: Relation[] = [];
  if (!parts.has(path)) return found;
  for await (const elements of readXml(parts, path))
    for (const { name, attributes, isOpening } of elements)
      if (isOpening && name === "Relationship")
        found.push({
          id: attributes.Id ?? "",
          type: (attributes.Type ?? "").replace(/^.*\//, ""),
          target: attributes.Target ?? "",
        });
  return found;
}

function partName(folder: string, target: string): string {
  const base = `zip://x/${folder}`;
  if (!URL.canParse(target, base)) throw damagedFile();
  return new URL(target, base).pathname.slice(1);
}

async function sharedTexts(parts: ZipParts, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isPhonetic = false;
  for await (const elements of readXml(parts, path))
    for (const { name, isOpening, text: elementText } of elements) {
      if (name === "rPh") isPhonetic = isOpening;
      if (isOpening && name === "si") text = "";
      else if (!isOpening && name === "t" && !isPhonetic) text += elementText;
      else if (!isOpening && name === "si") texts.push(decodeEscapes(text));
    }
  return texts;
}

/** The cell styles with a date or time format. `isDateFormat` also takes the number of a built-in format. */
async function dateStylesOf(parts: ZipParts, path: string): Promise<Set<number>> {
  const formats = new Map<number, string>();
  const styles = new Set<number>();
  let count = 0;
  let isInCellStyles = false;
  for await (const elements of readXml(parts, path))
    for (const { name, attributes, isOpening } of elements) {
      if (name === "cellXfs") isInCellStyles = isOpening;
      if (!isOpening) continue;
      if (name === "numFmt") formats.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "xf" && isInCellStyles) {
        const id = Number(attributes.numFmtId);
        if (isDateFormat(formats.get(id) ?? String(id))) styles.add(count);
        count += 1;
      }
    }
  return styles;
}

async function* sheetRows(
  parts: ZipParts,
  { path, startsIn1904 }: Pick<Book, "startsIn1904"> & { path: string },
  { texts, dateStyles }: { texts: readonly string[]; dateStyles: ReadonlySet<number> },
): AsyncGenerator<SheetRow> {
  let index = -1;
  let cells: string[] = [];
  let column = -1;
  let cell: Readonly<Record<string, string>> = {};
  let value = "";
  let isPhonetic = false;
  const textOf = (): string => {
    const number = Number(value);
    if (cell.t === "s") return texts[number] ?? "";
    if (cell.t === "inlineStr" || cell.t === "str") return decodeEscapes(value);
    if (cell.t === "b") return value === "1" ? "true" : "false";
    if (cell.t === "e" || value === "" || Number.isNaN(number)) return value;
    return dateStyles.has(Number(cell.s)) ? dateText(serialToDate(number, startsIn1904)) : String(number);
  };
  for await (const elements of readXml(parts, path))
    for (const { name, attributes, isOpening, text } of elements) {
      if (name === "rPh") isPhonetic = isOpening;
      else if (name === "row" && isOpening) {
        index = attributes.r === undefined ? index + 1 : Number(attributes.r) - 1;
        if (!Number.isSafeInteger(index)) throw damagedFile();
        cells = [];
        column = -1;
      } else if (name === "row") yield { index, cells };
      else if (name === "c" && isOpening) {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        if (!(column >= 0 && column < maxColumns)) throw damagedFile();
        cell = attributes;
        value = "";
      } else if (name === "c") {
        const cellText = textOf();
        if (cellText === "") continue;
        while (cells.length < column) cells.push("");
        cells[column] = cellText;
      } else if (!isOpening && (name === "v" || (name === "t" && !isPhonetic))) value += text;
    }
}

/** The column of an address such as "AB12", from 0. Four letters exceed `maxColumns`. */
function columnOf(address: string): number {
  let column = 0;
  for (let index = 0; index < 4; index++) {
    const letter = address.charCodeAt(index) - 64;
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** .xlsx writes control characters as _x000D_ (ECMA-376 Part 1 §22.4.2.4). */
function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
}
