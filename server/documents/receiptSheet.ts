/** The sheet that receipts are printed on, in points: its measures, and a line across. */

/** A4. */
export const sheet = { width: 595.28, height: 841.89 };
/** The space at the left and right. */
export const side = 56;
/** What is between. */
export const width = sheet.width - 2 * side;

/** Draws a line across. */
export function rule(doc: PDFKit.PDFDocument, y: number, colour: string, weight = 0.8): void {
  doc
    .moveTo(side, y)
    .lineTo(side + width, y)
    .lineWidth(weight)
    .stroke(colour);
}
