/** SQL on `attendees a`. Each order ends with the id, so that no two rows are equal. */
import { type RawBuilder, sql } from "kysely";
import type { AttendeeOrder } from "../../contract/shapes/people.ts";

export interface ListPosition {
  id: number;
  name: string;
}

export type IndexedSort = Exclude<AttendeeOrder, "checkin" | "-checkin">;

/** Whether the sort order has an index. Check-in times are in another table. */
export function hasIndex(order: AttendeeOrder): order is IndexedSort {
  return order !== "checkin" && order !== "-checkin";
}

/** The expression after `order by`. */
export function orderSql(order: IndexedSort): RawBuilder<unknown> {
  if (order === "registration") return sql`a.id`;
  if (order === "-registration") return sql`a.id desc`;
  return order === "name" ? sql`a.sort_name, a.id` : sql`a.sort_name desc, a.id desc`;
}

/** The condition that a row comes after a position. */
export function isAfter(order: IndexedSort, { id, name }: ListPosition): RawBuilder<boolean> {
  if (order === "registration") return sql`a.id > ${id}`;
  if (order === "-registration") return sql`a.id < ${id}`;
  return order === "name"
    ? sql`(a.sort_name, a.id) > (${name}, ${id})`
    : sql`(a.sort_name, a.id) < (${name}, ${id})`;
}
