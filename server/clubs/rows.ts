/** All SQL on clubs. */
import type { Selectable } from "kysely";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** A club as stored. */
export type ClubRow = Selectable<Schema["clubs"]>;

/** One club, or undefined. */
export function clubById(db: Db, clubId: number): Promise<ClubRow | undefined> {
  return db.selectFrom("clubs").selectAll().where("id", "=", clubId).executeTakeFirst();
}
