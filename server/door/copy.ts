import { type RawBuilder, sql } from "kysely";
import type { PayloadOf, QueryOf } from "../../contract/all.ts";
import type { DoorAttendee } from "../../contract/shapes/door/door.ts";
import type { Db } from "../db/pool.ts";
import { countAttendees, doorAttendees, doorPurchases } from "./attendeeRows.ts";
import { newCursor } from "./changes.ts";

/** A page of a device's copy, by attendee id. */
export async function pageOfCopy(
  db: Db,
  { eventId, after, limit }: QueryOf<"door/getCopy">,
  now: Date,
): Promise<Omit<PayloadOf<"door/getCopy">, "door">> {
  // Made before any read, so that no change is missed.
  const cursor = await newCursor(db, now);
  const attendees = await doorAttendees(db, {
    where: sql`a.event_id = ${eventId} and a.id > ${after}`,
    limit: limit + 1,
  });
  const isFirst = after === 0;
  return {
    attendees: attendees.slice(0, limit),
    purchases: isFirst ? await doorPurchases(db, sql`p.event_id = ${eventId}`) : [],
    total: await countAttendees(db, eventId),
    cursor,
    isLast: attendees.length <= limit,
  };
}

const maxFound = 50;
const maxWords = 8;

/** Up to `maxFound` attendees whose names contain each of the first `maxWords` words, ignoring case and accents. */
export async function searchNames(db: Db, eventId: number, text: string): Promise<DoorAttendee[]> {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const conditions = words.slice(0, maxWords).map((word) => {
    // The first condition uses an index. The second reads only the first line, the name.
    return sql`search_key(a.search_text) like ${containsPattern(sql`search_key(plain_text(${word}))`)}
      and split_part(a.search_text, chr(10), 1) like ${containsPattern(sql`plain_text(${word})`)}`;
  });
  if (conditions.length === 0) return [];
  return doorAttendees(db, {
    where: sql`a.event_id = ${eventId} and ${sql.join(conditions, sql` and `)}`,
    limit: maxFound,
  });
}

function containsPattern(text: RawBuilder<string>): RawBuilder<string> {
  return sql`'%' || regexp_replace(${text}, '([\\%_])', '\\\\\\1', 'g') || '%'`;
}
