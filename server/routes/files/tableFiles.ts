import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { minorDigits } from "../../../contract/rules/money/minorDigits.ts";
import type { EventWithClub } from "../../events/rows.ts";
import { questionsOfEvents } from "../../forms/rows.ts";
import { ownEvent } from "../../http/access/own.ts";
import { type FileRequest, registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { exportOrders } from "../../orders/exportOrders.ts";
import { exportPeople } from "../../people/exportPeople.ts";
import { batchOf } from "../../spreadsheets/batch.ts";
import type { SheetColumn } from "../../spreadsheets/columns.ts";
import { type SheetSettings, sheetTypes, writeSheet } from "../../spreadsheets/writeSheet.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";
import { sendAttachment } from "./attachment.ts";
import type { Downloads } from "./downloads.ts";

/** Registers the tables of attendees and orders, and the template for an import. */
export function registerTableFiles(
  app: FastifyInstance,
  { db, clock, sessions, passes }: Services,
  downloads: Downloads,
): void {
  const attendees = { name: "registration/downloadAttendees", sessions, passes } as const;
  registerFile(app, attendees, async (request) => {
    const { query, viewer } = request;
    const event = await ownEvent(db, viewer, query.eventId);
    const { eventId: _event, format, searchKeyword, ...filters } = query;
    return download(request, { event, format, name: "Attendees" }, () =>
      exportPeople(db, { ...tableContext(event), filters, searchKeyword }),
    );
  });

  const orders = { name: "order/downloadOrders", sessions, passes } as const;
  registerFile(app, orders, async (request) => {
    const { query, viewer } = request;
    const event = await ownEvent(db, viewer, query.eventId);
    const { eventId: _event, format, ...filters } = query;
    return download(request, { event, format, name: "Orders" }, async () =>
      exportOrders(db, { ...tableContext(event), filters }),
    );
  });

  function download(
    { viewer, reply }: Pick<FileRequest<"order/downloadOrders">, "viewer" | "reply">,
    { event, format, name }: { event: EventWithClub; format: SheetSettings["format"]; name: string },
    prepare: () => Promise<{ columns: SheetColumn[]; batches: AsyncGenerator<string> }>,
  ): Promise<FastifyReply> {
    const time = clock().toISOString().slice(0, 16).replace(":", "");
    const fileName = `${name.toLowerCase()}-${event.id}-${time}.${format}`;
    return downloads.send({ viewer, reply, fileName, type: sheetTypes[format] }, async () => {
      const { columns, batches } = await prepare();
      return writeSheet({ format, name, columns, decimals: minorDigits(event.currency) }, batches);
    });
  }

  const template = { name: "registration/importTemplate", sessions, passes } as const;
  registerFile(app, template, async ({ query, viewer, reply }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    const [ticket] = await ticketsOfEvent(db, event.id, { onlyActive: true });
    const example = ["Mia", "Keller", "mia@example.org", "+49 40 123456", ticket?.title ?? "", "Rowing Club"];
    const questions = (await questionsOfEvents(db, [event.id])).map(({ text }) => text);
    const headings = ["First name", "Last name", "E-mail", "Phone", "Ticket", "Company"];
    const columns = [...headings, ...questions].map((heading): SheetColumn => ({ heading, kind: "text" }));
    const settings = { format: query.format, name: "Attendees", columns };
    const file = Readable.from(writeSheet(settings, oneBatch([[...example, ...questions.map(() => "")]])));
    const fileName = `import-${event.id}.${query.format}`;
    return sendAttachment(reply, { type: sheetTypes[query.format], fileName }, file);
  });
}

function tableContext({ id: eventId, time_zone: timeZone, currency }: EventWithClub) {
  return { eventId, timeZone, currency };
}

async function* oneBatch(rows: string[][]): AsyncGenerator<string> {
  yield batchOf(rows);
}
