/** What staff fetch as a file: an event's attendees as a table, and the table to fill in for an import. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { DomainError } from "../domainError.ts";
import { eventById } from "../events/rows.ts";
import { exportPeople } from "../people/exportPeople.ts";
import { batchOf } from "../spreadsheets/batch.ts";
import { type SheetOrder, sheetTypes, writeSheet } from "../spreadsheets/writeSheet.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { registerFile } from "./files.ts";
import type { House } from "./route.ts";
import { owned } from "./staff.ts";

// A download keeps a core busy; who asks for one more waits for one of these to end.
const mostAtOnce = 3;

/** Registers both. */
export function registerAttendeeFiles(app: FastifyInstance, { db, clock, sessions, passes }: House): void {
  let underWay = 0;

  const download = { name: "registration/downloadAttendees", sessions, passes } as const;
  registerFile(app, download, async ({ query, viewer, reply }) => {
    const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
    if (underWay >= mostAtOnce)
      throw new DomainError("busy", "Other downloads are under way. Please try again in a few seconds.");
    underWay += 1;
    try {
      const { eventId: _event, format: _format, searchKeyword: keyword, ...filters } = query;
      const order = { eventId: event.id, timeZone: event.time_zone, filters, searchKeyword: keyword };
      const { headings, batches } = await exportPeople(db, order);
      const file = Readable.from(writeSheet({ format: query.format, headings }, batches));
      file.once("close", () => {
        underWay -= 1;
      });
      const time = clock().toISOString().slice(0, 16).replace(":", "");
      return sendFile(reply, file, `attendees-${event.id}-${time}`, query.format);
    } catch (error) {
      underWay -= 1;
      throw error;
    }
  });

  const template = { name: "registration/importTemplate", sessions, passes } as const;
  registerFile(app, template, async ({ query, viewer, reply }) => {
    const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
    const [ticket] = await ticketsOfEvent(db, event.id, { active: true });
    const example = ["Mia", "Keller", "mia@example.org", "+49 40 123456", ticket?.title ?? "", "Rowing Club"];
    const headings = ["First name", "Last name", "E-mail", "Phone", "Ticket", "Company"];
    const file = Readable.from(writeSheet({ format: query.format, headings }, oneBatch([example])));
    return sendFile(reply, file, `import-${event.id}`, query.format);
  });
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
