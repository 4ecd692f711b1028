import type { FastifyInstance } from "fastify";
import { closingDocument, closingName, closingSheet } from "../../closings/document.ts";
import { closingPdf } from "../../documents/closingPdf.ts";
import { ownEvent } from "../../http/access/own.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { sheetTypes } from "../../spreadsheets/writeSheet.ts";
import { sendAttachment } from "./attachment.ts";

/** Registers an event's closing (its final accounts) as a PDF and as a spreadsheet. */
export function registerClosingFiles(app: FastifyInstance, { db, clock, sessions, passes }: Services): void {
  const pdf = { name: "event/closingPdf", sessions, passes } as const;
  registerFile(app, pdf, async ({ query: { eventId, version }, viewer, reply }) => {
    const event = await ownEvent(db, viewer, eventId);
    const closing = await closingDocument(db, event, { version, now: clock() });
    const fileName = `${closingName(event, closing)}.pdf`;
    return sendAttachment(reply, { type: "application/pdf", fileName }, await closingPdf(closing));
  });

  const sheet = { name: "event/closingSheet", sessions, passes } as const;
  registerFile(app, sheet, async ({ query: { eventId, version }, viewer, reply }) => {
    const event = await ownEvent(db, viewer, eventId);
    const closing = await closingDocument(db, event, { version, now: clock() });
    const fileName = `${closingName(event, closing)}.xlsx`;
    return sendAttachment(reply, { type: sheetTypes.xlsx, fileName }, await closingSheet(closing));
  });
}
