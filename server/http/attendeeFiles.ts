/** What staff fetch as a file: an event's attendees as a table, and the table to fill in for an import. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { peopleCalls } from "../../contract/people.ts";
import { id } from "../../contract/scalars.ts";
import { DomainError } from "../domainError.ts";
import { eventById } from "../events/rows.ts";
import { exportPeople } from "../people/exportPeople.ts";
import { batchOf } from "../spreadsheets/batch.ts";
import { type SheetOrder, sheetTypes, writeSheet } from "../spreadsheets/writeSheet.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { authorise, tokenOf } from "./calls.ts";
import { parse } from "./parse.ts";
import type { House } from "./route.ts";
import { owned } from "./staff.ts";

const format = z.enum(["xlsx", "csv"]).default("xlsx");
const { searchKeyword, checkinStatus, ticketId, registrationState, orderStatus } =
  peopleCalls["registration/getAttendees"].query!.shape;
const downloadQuery = z.object({
  eventId: id,
  format,
  searchKeyword,
  checkinStatus,
  ticketId,
  registrationState,
  orderStatus,
});
const templateQuery = z.object({ eventId: id, format });

// A download keeps a core busy; who asks for one more waits for one of these to end.
const mostAtOnce = 3;

/** Registers `/api/registration/downloadAttendees` and `/api/registration/importTemplate`, both for the club's staff. */
export function registerAttendeeFiles(app: FastifyInstance, house: House): void {
  const { db, clock } = house;
  let underWay = 0;

  app.get("/api/registration/downloadAttendees", async (request, reply) => {
    const viewer = await authorise("admin", tokenOf(request), house);
    const query = parse(downloadQuery, request.query);
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

  app.get("/api/registration/importTemplate", async (request, reply) => {
    const viewer = await authorise("admin", tokenOf(request), house);
    const query = parse(templateQuery, request.query);
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
