/** A PDF as one file, whatever its pages show. */
import PDFDocument from "pdfkit";

/** What stands in the file's own description. */
export interface PdfNames {
  readonly title: string;
  readonly author: string;
}

/** Draws on an empty document; what it draws is the file. Sizes are in points. */
export async function pdfFile(
  { title, author }: PdfNames,
  page: { readonly width: number; readonly height: number },
  draw: (doc: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    info: { Title: title, Author: author, Creator: "Foyer" },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  draw(doc);
  doc.end();
  return finished;
}
