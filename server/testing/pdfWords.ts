// Reads PDFs of Typst: fonts with a ToUnicode map, and ActualText for glyphs of several letters (ISO 32000-1, 9.10 and
// 14.9.4).
import { inflateSync } from "node:zlib";

/** The text of each page, one line per drawn line. */
export function pdfWords(pdf: Buffer): string[] {
  return pdfPages(pdf).map(({ content, fonts }) => linesOf(content, fonts).join("\n"));
}

/** The drawing commands of each page. */
export function pdfContents(pdf: Buffer): string[] {
  return pdfPages(pdf).map(({ content }) => content);
}

/** Widths are in thousandths of the font size. */
type Font = { letters: ReadonlyMap<string, string>; widths: readonly number[] };
type Run = { x: number; end: number; height: string; size: number; glyphs: string[] };

function pdfPages(pdf: Buffer): { content: string; fonts: ReadonlyMap<string, Font> }[] {
  const source = pdf.toString("latin1");
  const offsets = new Map<string, number>();
  // An updated object replaces the earlier one.
  for (const match of source.matchAll(/(?:^|\n)(\d+) 0 obj/g)) offsets.set(match[1]!, match.index);
  const objectOf = (id: string) => {
    const from = offsets.get(id) ?? source.length;
    return source.slice(from, source.indexOf("endobj", from));
  };
  const streamOf = (id: string) => {
    const from = offsets.get(id) ?? source.length;
    const start = source.indexOf("stream", from) + "stream".length;
    const first = source[start] === "\r" ? start + 2 : start + 1;
    const length = Number(firstGroup(/\/Length (\d+)/, objectOf(id)));
    const bytes = pdf.subarray(first, first + length);
    return (objectOf(id).includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
  };
  const fontOf = (id: string): Font => {
    const map = streamOf(firstGroup(/\/ToUnicode (\d+) 0 R/, objectOf(id)));
    const descendant = objectOf(firstGroup(/\/DescendantFonts \[(\d+)/, objectOf(id)));
    const widths: number[] = [];
    for (const [, first, last, width] of firstGroup(/\/W \[([^\]]*)\]/, descendant).matchAll(
      /(\d+) (\d+) ([\d.]+)/g,
    ))
      for (let glyph = Number(first); glyph <= Number(last); glyph += 1) widths[glyph] = Number(width);
    return {
      letters: new Map(
        [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)].map(([, glyph, text]) => [
          glyph!.toLowerCase(),
          readUtf16(text!),
        ]),
      ),
      widths,
    };
  };
  const pagesOf = (id: string): string[] => {
    const node = objectOf(id);
    const kids = /\/Kids \[([^\]]*)\]/.exec(node)?.[1];
    return kids === undefined ? [node] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesOf(kid!));
  };
  const root = objectOf(firstGroup(/\/Root (\d+) 0 R(?![\s\S]*\/Root)/, source));
  return pagesOf(firstGroup(/\/Pages (\d+) 0 R/, root)).map((page) => ({
    content: streamOf(firstGroup(/\/Contents (\d+) 0 R/, page)),
    fonts: new Map(
      [...(/\/Font\s*<<([^>]*)>>/.exec(page)?.[1] ?? "").matchAll(/\/(f\d+) (\d+) 0 R/g)].map(
        ([, name, id]) => [name!, fontOf(id!)],
      ),
    ),
  }));
}

/** Balanced brackets in a string are not escaped. This reads them up to three deep. */
const inner = String.raw`\\[\s\S]|[^\\()]`;
const brackets = [0, 1, 2].reduce(
  (within) => String.raw`\((?:${inner}|${within})*\)`,
  String.raw`\((?:${inner})*\)`,
);
const stringPattern = String.raw`<[\da-fA-F]*>|${brackets}`;
const commands = new RegExp(
  String.raw`/ActualText\s*(${stringPattern})|(EMC)|-1 ([-\d.]+) ([-\d.]+) cm|-1 ([-\d.]+) [-\d.]+ Tm|/(f\d+) ([\d.]+) Tf|\[((?:${stringPattern}|[^\]])*)\] TJ|(${stringPattern}) Tj`,
  "g",
);

/** Joins adjacent runs to lines, even if the typeface changes. */
function linesOf(content: string, fonts: ReadonlyMap<string, Font>): string[] {
  const lines: Run[] = [];
  let font: Font = { letters: new Map(), widths: [] };
  let originX = 0;
  let position = { x: 0, height: "", size: 0 };
  let actual: string | null = null;
  let isActual = false;
  for (const [, actualText, end, x, y, offset, name, size, list, single] of content.matchAll(commands)) {
    if (actualText !== undefined) {
      actual = readText(hexOf(actualText));
      isActual = true;
    } else if (end !== undefined) isActual = false;
    else if (y !== undefined) {
      originX = Number(x);
      position = { ...position, x: originX, height: y };
    } else if (offset !== undefined) position = { ...position, x: originX + Number(offset) };
    else if (name !== undefined) {
      font = fonts.get(name) ?? font;
      position = { ...position, size: Number(size) };
    } else {
      const run = runOf(list ?? single ?? "", font, position);
      // The first run of a span gets the ActualText, the others nothing.
      if (isActual) run.glyphs = actual === null ? [] : [actual];
      if (isActual) actual = null;
      position = { ...position, x: run.end };
      const last = lines.at(-1);
      if (last !== undefined && isBeside(last, run)) join(last, run);
      else lines.push(run);
    }
  }
  return lines.map((line) => readingOrder(line.glyphs)).filter((text) => text !== "");
}

function runOf(
  strings: string,
  { letters, widths }: Font,
  position: { x: number; height: string; size: number },
): Run {
  const codes = hexOf(strings).match(/.{4}/g) ?? [];
  const shift = [...strings.replace(new RegExp(stringPattern, "g"), " ").matchAll(/-?[\d.]+/g)].reduce(
    (sum, [number]) => sum + Number(number),
    0,
  );
  const width = codes.reduce((sum, code) => sum + (widths[Number.parseInt(code, 16)] ?? 0), 0) - shift;
  return {
    ...position,
    end: position.x + (width * position.size) / 1000,
    glyphs: codes.map((code) => letters.get(code) ?? "�"),
  };
}

/** Whether a run continues a line. Accents are slightly higher or lower than their letters. */
function isBeside(line: Run, run: Run): boolean {
  const gap = Math.max(run.x - line.end, line.x - run.end);
  return gap < run.size * 0.3 && Math.abs(Number(line.height) - Number(run.height)) < run.size * 0.3;
}

function join(line: Run, run: Run): void {
  if (run.x < line.x) line.glyphs.unshift(...run.glyphs);
  else line.glyphs.push(...run.glyphs);
  line.x = Math.min(line.x, run.x);
  line.end = Math.max(line.end, run.end);
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Reverses runs of right-to-left scripts, because all glyphs are drawn from left to right. */
function readingOrder(glyphs: readonly string[]): string {
  const ordered: string[] = [];
  for (let index = 0; index < glyphs.length; index += 1) {
    if (!rightToLeft.test(glyphs[index]!)) {
      ordered.push(glyphs[index]!);
      continue;
    }
    let last = index;
    for (let next = index; next < glyphs.length && !/[\p{Script=Latin}\d·]/u.test(glyphs[next]!); next += 1)
      if (rightToLeft.test(glyphs[next]!)) last = next;
    ordered.push(...glyphs.slice(index, last + 1).toReversed());
    index = last;
  }
  return ordered
    .join("")
    .replace(/\u200b/g, "")
    .trim();
}

/** The bytes of the strings as hexadecimal digits. */
function hexOf(strings: string): string {
  return [...strings.matchAll(new RegExp(stringPattern, "g"))]
    .map(([one]) => {
      const within = one.slice(1, -1);
      return one.startsWith("<")
        ? within.toLowerCase()
        : Buffer.from(decodeEscapes(within), "latin1").toString("hex");
    })
    .join("");
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function decodeEscapes(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, character: string) =>
    /^[0-7]/.test(character)
      ? String.fromCharCode(Number.parseInt(character, 8))
      : (escapes[character] ?? character),
  );
}

/** Decodes a text: UTF-16 if it begins with the byte order mark, else one byte per letter. */
function readText(hex: string): string {
  return hex.startsWith("feff") ? readUtf16(hex) : Buffer.from(hex, "hex").toString("latin1");
}

function readUtf16(hex: string): string {
  const units = (hex.replace(/^feff/, "").match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
  return String.fromCharCode(...units);
}

function firstGroup(pattern: RegExp, text: string): string {
  const [, part] = pattern.exec(text) ?? [];
  if (part === undefined) throw new Error(`This PDF has no ${pattern.source}`);
  return part;
}
