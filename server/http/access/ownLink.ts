import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import type { Db } from "../../db/pool.ts";
import { type LinkRow, linkById } from "../../door/linkRows.ts";
import { ownRow } from "./own.ts";

/**
 * A helper's link of one of the viewer's events.
 * @throws notFound
 */
export async function ownLink(db: Db, viewer: CurrentUser | null, linkId: number): Promise<LinkRow> {
  return (await ownRow(db, viewer, await linkById(db, linkId), "link")).row;
}
