import { MOST_IMPORTED_ROWS } from "../../../contract/rules/importLimits.ts";
import { DomainError } from "../../domainError.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { importPeople } from "../../people/import/importPeople.ts";
import { sheetChooser } from "../../people/import/importSheets.ts";
import { readSheet } from "../../spreadsheets/readSheet.ts";

// Each import uses several database connections and holds all people of its file.
const maxAtOnce = 3;
/** By club id. A club has at most one on a node, so that it cannot take all of them. */
const runningImports = new Map<number, { key: string | undefined; ended: Promise<unknown> }>();

export const bulkImportAttendee = route(
  "registration/bulkImportAttendee",
  async ({ body, files, viewer, idempotency }, { db, clock }) => {
    const event = await ownEvent(db, viewer, body.eventId);
    const [file] = files;
    if (file === undefined && body.rows === undefined)
      throw new DomainError("invalidFile", "Choose an .xlsx or .csv file.");
    const clubId = event.club_id;
    // A repeated request waits for the first one, then gets its stored reply, if there is one.
    const key = idempotency?.key;
    while (key !== undefined && runningImports.get(clubId)?.key === key)
      await runningImports.get(clubId)!.ended;
    if (runningImports.has(clubId))
      throw new DomainError(
        "busy",
        "Another import of this club is under way. Please wait until it has ended.",
      );
    if (runningImports.size >= maxAtOnce)
      throw new DomainError("busy", "Other imports are under way. Please try again in a minute.");
    const { sheets, choose } = sheetChooser(body.sheet ?? null);
    const importing = importPeople(db, {
      event,
      ticketId: body.ticketId ?? null,
      columns: body.columns ?? [],
      states: body.values?.state ?? {},
      ticketUses: body.values?.ticket ?? {},
      answers: body.values?.answer ?? [],
      rows:
        file === undefined
          ? singleBatch(body.rows!)
          : readSheet(file.body, { mostRows: MOST_IMPORTED_ROWS, chooseSheet: choose }),
      sheets,
      fileName: file === undefined ? null : fileNameOf(file.name),
      dryRun: body.dryRun ?? false,
      goodRowsOnly: body.goodRowsOnly ?? false,
      everybodyWaits: body.waiting ?? false,
      isUpdate: body.update ?? false,
      idempotency,
      actor: actorOf(viewer),
      now: clock(),
    });
    runningImports.set(clubId, { key, ended: importing.catch(() => {}) });
    const payload = await importing.finally(() => runningImports.delete(clubId));
    const { insertCount, updateCount } = payload;
    const sentences = [
      ...(insertCount > 0 ? [`${peopleAre(insertCount)} registered.`] : []),
      ...(updateCount > 0 ? [`${peopleAre(updateCount)} corrected.`] : []),
    ];
    return sentences.length === 0 ? { payload } : { payload, msg: sentences.join(" ") };
  },
);

function peopleAre(count: number): string {
  return count === 1 ? "1 person is" : `${count} people are`;
}

async function* singleBatch(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

/** A file's name without control characters, at most 200 UTF-16 units; null if nothing is left. */
export function fileNameOf(name: string): string | null {
  return (
    name
      .replaceAll(/\p{Cc}/gu, "")
      .toWellFormed()
      .trim()
      .slice(0, 200) || null
  );
}
