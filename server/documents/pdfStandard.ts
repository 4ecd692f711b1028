/**
 * Typst's WebAssembly build cannot declare a standard, and its native add-on (compiler.ts) can declare only one. The
 * missing ones are appended as an incremental update (ISO 32000-1, 7.5.6).
 */

/** "ua": PDF/UA-1 (ISO 14289-1). "archive": PDF/UA-1 and PDF/A-2a (ISO 19005-2), for archived documents. */
export type PdfStandard = "ua" | "archive";

const uaNamespace = "http://www.aiim.org/pdfua/ns/id/";
const uaPart = `<rdf:Description rdf:about="" xmlns:pdfuaid="${uaNamespace}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`;
const archivePart =
  '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
  "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>";
/** PDF/A requires a description of each property that it does not define. */
const uaSchema =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  `<pdfaSchema:namespaceURI>${uaNamespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>` +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>' +
  "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>" +
  "<pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>" +
  "</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>";
const schemas =
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
  ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
  "<pdfaExtension:schemas><rdf:Bag></rdf:Bag></pdfaExtension:schemas></rdf:Description>";

/** Declares the standard, and that viewers show the title. Throws if the file is not as Typst writes it. */
export function withStandard(pdf: Uint8Array, standard: PdfStandard): Buffer {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const source = bytes.toString("latin1");
  const [, previous] = requireMatch(/startxref\s+(\d+)\s+%%EOF\s*$/, source);
  const trailer = source.slice(source.lastIndexOf("trailer"));
  const [, size] = requireMatch(/\/Size (\d+)/, trailer);
  const [, root = ""] = requireMatch(/\/Root (\d+) 0 R/, trailer);
  const [info] = requireMatch(/\/Info \d+ 0 R/, trailer);
  const [id] = requireMatch(/\/ID \[[^\]]*\]/, trailer);
  const [, catalog = ""] = requireMatch(new RegExp(`\\n${root} 0 obj\\s*<<([\\s\\S]*?)>>\\s*endobj`), source);
  const [, metadata = ""] = requireMatch(/\/Metadata (\d+) 0 R/, catalog);
  const [, xmp = ""] = requireMatch(
    new RegExp(`\\n${metadata} 0 obj[\\s\\S]*?stream\\r?\\n([\\s\\S]*?)\\r?\\nendstream`),
    source,
  );

  const isTitleShown = /\/DisplayDocTitle true/.test(catalog);
  const newXmp = addStandards(xmp, standard);
  if (isTitleShown && newXmp === xmp) return bytes;
  const newCatalog = isTitleShown
    ? catalog
    : catalog.replace("/ViewerPreferences <<", "/ViewerPreferences << /DisplayDocTitle true");
  const objects: [number: string, body: string][] = [
    [metadata, `<</Type /Metadata /Subtype /XML /Length ${newXmp.length}>>\nstream\n${newXmp}\nendstream`],
    [root, `<<${newCatalog}>>`],
  ];
  let update = "\n";
  const entries = objects.map(([number, body]) => {
    const offset = bytes.length + update.length;
    update += `${number} 0 obj\n${body}\nendobj\n`;
    return `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = bytes.length + update.length;
  update += `xref\n${entries.join("")}trailer\n<</Size ${size} /Root ${root} 0 R ${info} ${id} /Prev ${previous}>>\n`;
  update += `startxref\n${start}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(update, "latin1")]);
}

function addStandards(xmp: string, standard: PdfStandard): string {
  const isArchive = standard === "archive";
  const insertBefore = (end: string, addition: string, text: string) =>
    text.replace(end, () => addition + end);
  let result = xmp;
  if (isArchive && !result.includes("pdfaid:part")) result = insertBefore("</rdf:RDF>", archivePart, result);
  if (result.includes("pdfuaid:part")) return result;
  if (isArchive) {
    // A file has one list of schemas.
    if (!result.includes("<pdfaExtension:schemas>")) result = insertBefore("</rdf:RDF>", schemas, result);
    result = insertBefore("</rdf:Bag></pdfaExtension:schemas>", uaSchema, result);
  }
  return insertBefore("</rdf:RDF>", uaPart, result);
}

function requireMatch(pattern: RegExp, text: string): RegExpExecArray {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`The typeset file has no ${pattern.source}`);
  return match;
}
