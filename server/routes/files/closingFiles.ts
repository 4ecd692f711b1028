/** An event's closing (its final accounts) as a PDF and as a spreadsheet, for its staff. */
import type { FastifyInstance } from "fastify";
import { closingDocument, closingName, closingSheet } from "../../closings/document.ts";
import { closingPdf } from "../../documents/closingPdf.ts";
import { ownEvent } from "../../http/access/own.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { sheetTypes } from "../../spreadsheets/writeSheet.ts";

/** Registers both files. */
export function registerClosingFiles(app: FastifyInstance, { db, clock, sessions, passes }: Services): void {
  const pdf = { name: "event/closingPdf", sessions, passes } as const;
  registerFile(app, pdf, async ({ query: { eventId, version }, viewer, reply }) => {
    const event = await ownEvent(db, viewer, eventId);
    const closing = await closingDocument(db, event, { version, now: clock() });
    return reply
      .header("content-type", "application/pdf")
      .header("content-disposition", `attachment; filename="${closingName(event, closing)}.pdf"`)
      .header("cache-control", "no-store")
      .send(await closingPdf(closing));
  });

  const sheet = { name: "event/closingSheet", sessions, passes } as const;
  registerFile(app, sheet, async ({ query: { eventId, version }, viewer, reply }) => {
    const event = await ownEvent(db, viewer, eventId);
    const closing = await closingDocument(db, event, { version, now: clock() });
    return reply
      .header("content-type", sheetTypes.xlsx)
      .header("content-disposition", `attachment; filename="${closingName(event, closing)}.xlsx"`)
      .header("cache-control", "no-store")
      .send(await closingSheet(closing));
  });
}
