/**
 * What the people of an event were last told of its name, place and time. It is kept from the first change that they
 * should hear of until staff tell them (server/desk/tellChange.ts), so that several changes are told at once and a
 * change that is taken back is not told at all.
 */
import { eventEnd } from "../../contract/rules/sales.ts";
import type { Tx } from "../db/pool.ts";
import type { ToldHead } from "../db/schema/events.ts";
import { hasBuyers } from "./dependents.ts";
import { eventSaleFields } from "./present.ts";
import type { EventChange, EventRow } from "./rows.ts";

type HeadColumns = Pick<EventRow, "name" | "location" | "start_datetime" | "end_datetime" | "time_zone">;

/** The column `told` after a change of a locked event; undefined if it stays. */
export async function toldAfterChange(
  tx: Tx,
  row: EventRow,
  { changes, now }: { changes: EventChange; now: Date },
): Promise<ToldHead | null | undefined> {
  const next = { ...row, ...changes };
  if (isSameHead(headOf(row), headOf(next))) return undefined;
  if (!(await hasBuyers(tx, row.id))) return null;
  const known = row.told ?? headOf(row);
  return isSameHead(known, headOf(next)) ? null : { ...known, changedAt: now.toISOString() };
}

/** Whether a change waits to be told: the event is published, takes place, and is not over. */
export function hasChangeToTell(row: EventRow, now: Date): boolean {
  const ends = eventEnd(eventSaleFields(row));
  return row.told !== null && row.is_active && row.cancelled_at === null && ends > now;
}

function headOf(row: HeadColumns): Omit<ToldHead, "changedAt"> {
  return {
    name: row.name,
    location: row.location,
    start: row.start_datetime.toISOString(),
    end: row.end_datetime?.toISOString() ?? null,
    timeZone: row.time_zone,
  };
}

function isSameHead(one: Omit<ToldHead, "changedAt">, other: Omit<ToldHead, "changedAt">): boolean {
  return (["name", "location", "start", "end", "timeZone"] as const).every((key) => one[key] === other[key]);
}
