import { MOST_IMPORTED_ROWS } from "../../../contract/people.ts";
import { DomainError } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { route } from "../../http/route.ts";
import { owned } from "../../http/staff.ts";
import { importPeople } from "../../people/importPeople.ts";
import { readSheet } from "../../spreadsheets/readSheet.ts";

// Each holds two connections and everybody of its file; who comes fourth is asked to come again.
const mostAtOnce = 3;
let underWay = 0;

export const bulkImportAttendee = route(
  "registration/bulkImportAttendee",
  async ({ body, files, viewer, idempotency }, { db, clock }) => {
    const event = owned(await eventById(db, body.eventId), viewer, (row) => row.club_id, "event");
    const [file] = files;
    if (file === undefined && body.rows === undefined)
      throw new DomainError("invalidFile", "Choose an .xlsx or .csv file.");
    if (underWay >= mostAtOnce)
      throw new DomainError("busy", "Other imports are under way. Please try again in a minute.");
    underWay += 1;
    const payload = await importPeople(db, {
      event,
      ticketId: body.ticketId ?? null,
      rows: file === undefined ? given(body.rows!) : readSheet(file.body, { mostRows: MOST_IMPORTED_ROWS }),
      dryRun: body.dryRun ?? false,
      idempotency,
      actor: `user:${viewer!.id}`,
      now: clock(),
    }).finally(() => {
      underWay -= 1;
    });
    const { insertCount } = payload;
    if (insertCount > 0)
      return {
        payload,
        msg: insertCount === 1 ? "1 person is registered." : `${insertCount} people are registered.`,
      };
    return { payload };
  },
);

async function* given(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}
