/** What staff fetch as a table: an event's attendees, its orders, and the table to fill in for an import. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { minorDigits } from "../../contract/rules/minorDigits.ts";
import { DomainError } from "../domainError.ts";
import type { EventWithClub } from "../events/rows.ts";
import { exportOrders } from "../orders/exportOrders.ts";
import { exportPeople } from "../people/exportPeople.ts";
import { batchOf } from "../spreadsheets/batch.ts";
import type { SheetColumn } from "../spreadsheets/columns.ts";
import { type SheetOrder, sheetTypes, writeSheet } from "../spreadsheets/writeSheet.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { registerFile } from "./files.ts";
import { ownEvent } from "./own.ts";
import type { House } from "./route.ts";

// A download keeps a core busy; who asks for one more waits for one of these to end.
const mostAtOnce = 3;

/** Registers them. */
export function registerTableFiles(app: FastifyInstance, { db, clock, sessions, passes }: House): void {
  let underWay = 0;

  const attendees = { name: "registration/downloadAttendees", sessions, passes } as const;
  registerFile(app, attendees, async ({ query, viewer, reply }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    const { eventId: _event, format, searchKeyword, ...filters } = query;
    return download(reply, { event, format, name: "Attendees" }, () =>
      exportPeople(db, { ...plainly(event), filters, searchKeyword }),
    );
  });

  const orders = { name: "order/downloadOrders", sessions, passes } as const;
  registerFile(app, orders, async ({ query, viewer, reply }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    const { eventId: _event, format, ...filters } = query;
    return download(reply, { event, format, name: "Orders" }, async () =>
      exportOrders(db, { ...plainly(event), filters }),
    );
  });

  /** Writes a table while it is sent. @throws busy while there are as many as one node does at a time. */
  async function download(
    reply: FastifyReply,
    { event, format, name }: { event: EventWithClub; format: SheetOrder["format"]; name: string },
    prepare: () => Promise<{ columns: SheetColumn[]; batches: AsyncGenerator<string> }>,
  ): Promise<FastifyReply> {
    if (underWay >= mostAtOnce)
      throw new DomainError("busy", "Other downloads are under way. Please try again in a few seconds.");
    underWay += 1;
    try {
      const { columns, batches } = await prepare();
      const order = { format, name, columns, decimals: minorDigits(event.currency) };
      const file = Readable.from(writeSheet(order, batches));
      file.once("close", () => {
        underWay -= 1;
      });
      const time = clock().toISOString().slice(0, 16).replace(":", "");
      return sendFile(reply, file, `${name.toLowerCase()}-${event.id}-${time}`, format);
    } catch (error) {
      underWay -= 1;
      throw error;
    }
  }

  const template = { name: "registration/importTemplate", sessions, passes } as const;
  registerFile(app, template, async ({ query, viewer, reply }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    const [ticket] = await ticketsOfEvent(db, event.id, { active: true });
    const example = ["Mia", "Keller", "mia@example.org", "+49 40 123456", ticket?.title ?? "", "Rowing Club"];
    const headings = ["First name", "Last name", "E-mail", "Phone", "Ticket", "Company"];
    const columns = headings.map((heading): SheetColumn => ({ heading, kind: "text" }));
    const order = { format: query.format, name: "Attendees", columns };
    const file = Readable.from(writeSheet(order, oneBatch([example])));
    return sendFile(reply, file, `import-${event.id}`, query.format);
  });
}

function plainly({ id: eventId, time_zone: timeZone, currency }: EventWithClub) {
  return { eventId, timeZone, currency };
}

async function* oneBatch(rows: string[][]): AsyncGenerator<string> {
  yield batchOf(rows);
}

function sendFile(
  reply: FastifyReply,
  file: Readable,
  name: string,
  kind: SheetOrder["format"],
): FastifyReply {
  return reply
    .header("content-type", sheetTypes[kind])
    .header("content-disposition", `attachment; filename="${name}.${kind}"`)
    .header("cache-control", "no-store")
    .send(file);
}
