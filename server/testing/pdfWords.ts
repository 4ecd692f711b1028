// What do the pages of a PDF say?
// Reads what pdfkit writes and no other: embedded fonts with a ToUnicode map, texts as rows of glyph numbers (ISO 32000-1, 9.10).
import { inflateSync } from "node:zlib";

/** The text of each page, one drawn line a line. */
export function pdfWords(pdf: Buffer): string[] {
  const source = pdf.toString("latin1");
  const objectOf = (id: string) => {
    const from = source.indexOf(`\n${id} 0 obj`);
    return { from, text: source.slice(from, source.indexOf("\nendobj", from)) };
  };
  const streamOf = (id: string) => {
    const from = source.indexOf("stream\n", objectOf(id).from) + "stream\n".length;
    return inflateSync(pdf.subarray(from, source.indexOf("\nendstream", from))).toString("latin1");
  };
  const lettersOf = (font: string) => {
    const map = streamOf(found(/\/ToUnicode (\d+) 0 R/, objectOf(font).text));
    return [...map.matchAll(/\[(<[^\]]*)\]/g)].flatMap(([, row]) =>
      [...row!.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex]) => readUtf16(hex!)),
    );
  };
  return [...source.matchAll(/\/Type \/Page\n[\s\S]*?\nendobj/g)].map(([page]) => {
    const resources = objectOf(found(/\/Resources (\d+) 0 R/, page)).text;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, lettersOf(id!)]),
    );
    let letters: string[] = [];
    const lines: string[] = [];
    const content = streamOf(found(/\/Contents (\d+) 0 R/, page));
    for (const [, font, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = fonts.get(font)!;
      else lines.push([...glyphs!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => read(hex!, letters)).join(""));
    }
    return lines.join("\n");
  });
}

function read(hex: string, letters: readonly string[]): string {
  return (hex.match(/.{4}/g) ?? []).map((glyph) => letters[Number.parseInt(glyph, 16)] ?? "�").join("");
}

function readUtf16(hex: string): string {
  return (hex.replaceAll(" ", "").match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join("");
}

function found(pattern: RegExp, text: string): string {
  const [, part] = pattern.exec(text) ?? [];
  if (part === undefined) throw new Error(`This PDF has no ${pattern.source}`);
  return part;
}
