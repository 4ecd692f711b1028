import type { PayloadOf } from "../../../contract/all.ts";
import type { Db } from "../../db/pool.ts";
import { actorNames } from "../../orders/history.ts";
import { importsOfEvent, usesOfImports } from "./attendeeImports.ts";
import { partsOfImports } from "./importParts.ts";
import { takeBackRefusal } from "./takeBack.ts";

/** Lists the imports, newest first. */
export async function listImports(db: Db, eventId: number): Promise<PayloadOf<"import/getByEventId">> {
  const imports = await importsOfEvent(db, eventId);
  const ids = imports.filter((row) => row.taken_back_at === null).map(({ id }) => id);
  const [uses, parts, names] = await Promise.all([
    usesOfImports(db, ids),
    partsOfImports(db, ids),
    actorNames(db, [
      ...new Set(imports.flatMap((row) => [row.imported_by, row.taken_back_by ?? row.imported_by])),
    ]),
  ]);
  return imports.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    importedBy: names.get(row.imported_by)!,
    importedAt: row.imported_at.toISOString(),
    fileName: row.file_name,
    people: row.people,
    registrations: row.registrations,
    leftOut: row.left_out,
    peopleLeft: uses.get(row.id)?.people ?? 0,
    peopleWaiting: uses.get(row.id)?.waiting ?? 0,
    waitingList: parts.get(row.id)?.waitingList,
    sponsors: parts.get(row.id)?.sponsors,
    records: parts.get(row.id)?.records,
    takenBackAt: row.taken_back_at?.toISOString() ?? null,
    takenBackBy: row.taken_back_by === null ? null : names.get(row.taken_back_by)!,
    refusal: takeBackRefusal(row, uses.get(row.id), parts.get(row.id))?.message ?? null,
  }));
}
