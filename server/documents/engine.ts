import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCompiler } from "./compiler.ts";
import { typefaces } from "./fonts.ts";
import { type PdfStandard, withStandard } from "./pdfStandard.ts";
import { qrSvg } from "./qrImage.ts";
import { type JsonValue, openTextPreparer, withTexts } from "./writable.ts";

export interface TypesetRequest {
  /** A layout's file name without the extension. */
  readonly layout: string;
  /** The content. No text in it is read as markup. */
  readonly data: { readonly [key: string]: JsonValue };
  /** By the file name that the layout reads. */
  readonly pictures: Readonly<Record<string, Uint8Array>>;
  /** QR texts, each by the file name under which the layout reads its picture. */
  readonly codes: Readonly<Record<string, string>>;
  readonly standard: PdfStandard;
}

/** Loads Typst, the typefaces and the layouts of a folder, and returns the function that makes PDFs. */
export async function loadEngine(
  folder: string,
  open = openCompiler,
): Promise<(request: TypesetRequest) => Buffer> {
  const layouts = readdirSync(folder).filter((name) => name.endsWith(".typ"));
  const compile = await open(
    typefaces.flatMap(({ files }) => files),
    new Map(layouts.map((name) => [name, readFileSync(join(folder, name), "utf8")])),
  );
  const makeWritable = openTextPreparer(typefaces);
  return ({ layout, data, pictures, codes, standard }) => {
    const files: Record<string, Uint8Array> = { ...pictures };
    for (const [name, text] of Object.entries(codes)) files[name] = Buffer.from(qrSvg(text));
    files["data.json"] = Buffer.from(JSON.stringify(withTexts(data, makeWritable)));
    return withStandard(compile({ layout: `${layout}.typ`, files, standard }), standard);
  };
}
