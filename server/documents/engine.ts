/**
 * Typst: a layout and its data become a PDF. It has no way to files or to the network: it sees the layouts, the
 * typefaces, and what comes with a document. Loaded only in the process that typesets (typesetter.ts).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCompiler } from "./compiler.ts";
import { typefaces } from "./fonts.ts";
import { type PdfStandard, withStandard } from "./pdfStandard.ts";
import { qrSvg } from "./qrImage.ts";
import { type JsonValue, withTexts, writableWith } from "./writable.ts";

/** A document to be typeset. */
export interface TypesetRequest {
  /** A file of the folder of layouts, without its ending. */
  readonly layout: string;
  /** What it says. Each text of it is nothing but text, whatever it is. */
  readonly data: { readonly [key: string]: JsonValue };
  /** Pictures by the name that the layout reads them by, "banner.jpg". */
  readonly pictures: Readonly<Record<string, Uint8Array>>;
  /** QR texts by the name that the layout reads their pictures by, "code-1.svg"; they are drawn here. */
  readonly codes: Readonly<Record<string, string>>;
  readonly standard: PdfStandard;
}

/** Loads Typst, the typefaces and the layouts of a folder. The function that it gives throws what Typst says. */
export async function loadEngine(
  folder: string,
  open = openCompiler,
): Promise<(request: TypesetRequest) => Buffer> {
  const layouts = readdirSync(folder).filter((name) => name.endsWith(".typ"));
  const compile = await open(
    typefaces.flatMap(({ files }) => files),
    new Map(layouts.map((name) => [name, readFileSync(join(folder, name), "utf8")])),
  );
  const writable = writableWith(typefaces);
  return ({ layout, data, pictures, codes, standard }) => {
    const files: Record<string, Uint8Array> = { ...pictures };
    for (const [name, text] of Object.entries(codes)) files[name] = Buffer.from(qrSvg(text));
    files["data.json"] = Buffer.from(JSON.stringify(withTexts(data, writable)));
    return withStandard(compile({ layout: `${layout}.typ`, files, standard }), standard);
  };
}
