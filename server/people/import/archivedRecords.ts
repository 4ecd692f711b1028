/** The rows of an archive that staff can only read. */
import { sql } from "kysely";
import type { Db, Tx } from "../../db/pool.ts";

/** Each row is the JSON of its cells; the first has the headings. */
export interface RecordFile {
  name: string;
  rows: readonly string[];
}

const batchRows = 2500;

/** Inserts the rows of files. */
export async function insertRecords(
  tx: Tx,
  { eventId, importId }: { eventId: number; importId: number },
  files: readonly RecordFile[],
): Promise<void> {
  for (const { name, rows } of files)
    for (let from = 0; from < rows.length; from += batchRows)
      await sql`insert into archived_records (event_id, import_id, file, place, cells)
        select ${eventId}, ${importId}, ${name}, ${from}::int + place - 1, cells::jsonb
        from unnest(${rows.slice(from, from + batchRows)}::text[]) with ordinality as given (cells, place)`.execute(
        tx,
      );
}

/** The number of rows, without headings, of each import that has any. */
export async function recordsOfImports(
  db: Db,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select import_id as id, count(*)::int as count from archived_records
    where import_id = any(${[...importIds]}::bigint[]) and place > 0 group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Deletes the rows of an import. */
export async function deleteRecords(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom("archived_records").where("import_id", "=", importId).execute();
}

/** The names of an event's files. */
export async function recordFilesOf(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from archived_records where event_id = ${eventId} and place = 0 order by file`.execute(db);
  return rows.map(({ file }) => file);
}

/** The rows of a file in batches, headings first. */
export async function* recordRows(db: Db, eventId: number, file: string): AsyncGenerator<string[][]> {
  for (let after = -1; ; ) {
    const { rows } = await sql<{ place: number; cells: string[] }>`
      select place, cells from archived_records
      where event_id = ${eventId} and file = ${file} and place > ${after} order by place limit ${batchRows}`.execute(
      db,
    );
    if (rows.length === 0) return;
    yield rows.map(({ cells }) => cells);
    after = rows.at(-1)!.place;
  }
}
