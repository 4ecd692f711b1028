import { SaxesParser } from "saxes";
import { DomainError } from "../domainError.ts";
import type { ZipParts } from "./zipParts.ts";

/** An opening tag, or a closing one with the text since the tag before it. */
export interface Element {
  /** Without its prefix. */
  name: string;
  isOpening: boolean;
  attributes: Readonly<Record<string, string>>;
  text: string;
}

const maxDepth = 64;
const maxAttributes = 100;
const noAttributes = {};

/** Yields the tags of a part of an .xlsx, in batches. @throws invalidFile with a sentence. */
export async function* readXml(parts: ZipParts, path: string): AsyncGenerator<Element[]> {
  const parser = new SaxesParser();
  let elements: Element[] = [];
  let depth = 0;
  let text = "";
  let attributeCount = 0;
  parser.on("attribute", () => {
    attributeCount += 1;
    if (attributeCount > maxAttributes)
      throw new DomainError(
        "invalidFile",
        "This .xlsx file is not a spreadsheet: it has too many attributes.",
      );
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    attributeCount = 0;
    if (depth > maxDepth)
      throw new DomainError("invalidFile", "This .xlsx file is not a spreadsheet: it is nested too deeply.");
    elements.push({ name: withoutPrefix(name), isOpening: true, attributes, text: "" });
    text = "";
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    elements.push({ name: withoutPrefix(name), isOpening: false, attributes: noAttributes, text });
    text = "";
  });
  parser.on("text", (piece) => {
    text += piece;
  });
  parser.on("cdata", (piece) => {
    text += piece;
  });
  parser.on("doctype", () => {
    throw damagedFile();
  });
  parser.on("error", (error) => {
    // Some programs write raw control characters.
    if (!error.message.includes("disallowed character")) throw damagedFile();
  });
  const decoder = new TextDecoder();
  for await (const piece of parts.inflated(path)) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (elements.length === 0) continue;
    yield elements;
    elements = [];
  }
  parser.write(decoder.decode());
  parser.close();
  if (elements.length > 0) yield elements;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The refusal of an .xlsx that breaks the format. */
export function damagedFile(): DomainError {
  return new DomainError("invalidFile", "This .xlsx file is damaged. Save it again and try again.");
}
