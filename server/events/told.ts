/**
 * If name, place or time changed after people bought, the column `told` keeps the values that they know, until staff
 * mail the changes (server/desk/tellChange.ts) or undo them.
 */
import { eventEnd } from "../../contract/rules/sales.ts";
import type { Tx } from "../db/pool.ts";
import type { KnownHead, ToldHead } from "../db/schema/events.ts";
import { hasBuyers } from "./dependents.ts";
import { eventSaleFields } from "./present.ts";
import type { EventChange, EventRow } from "./rows.ts";

type HeadColumns = Pick<EventRow, "name" | "location" | "start_datetime" | "end_datetime" | "time_zone">;

/** The column `told` after a change; undefined if it stays. */
export async function toldAfterChange(
  tx: Tx,
  row: EventRow,
  { changes, now }: { changes: EventChange; now: Date },
): Promise<ToldHead | null | undefined> {
  const current = headOf(row);
  const next = headOf({ ...row, ...changes });
  if (isSameHead(current, next)) return undefined;
  const earlier = knownHeads(row);
  const since = earlier.at(-1)?.changedAt;
  const isCurrentKnown = await hasBuyers(tx, row.id, since === undefined ? undefined : new Date(since));
  const known = isCurrentKnown ? [...earlier, { ...current, changedAt: now.toISOString() }] : earlier;
  const [first, ...later] = known;
  if (first === undefined || known.every((head) => isSameHead(head, next))) return null;
  return { ...first, ...(later.length > 0 && { later }) };
}

/** What buyers know. An entry is for those who came until its `changedAt`, after that of the entry before. */
export function knownHeads({ told }: Pick<EventRow, "told">): KnownHead[] {
  if (told === null) return [];
  const { later = [], ...first } = told;
  return [first, ...later];
}

/** Whether changes may be mailed. */
export function canTellChanges(row: EventRow, now: Date): boolean {
  return row.is_active && row.cancelled_at === null && eventEnd(eventSaleFields(row)) > now;
}

function headOf(row: HeadColumns): Omit<KnownHead, "changedAt"> {
  return {
    name: row.name,
    location: row.location,
    start: row.start_datetime.toISOString(),
    end: row.end_datetime?.toISOString() ?? null,
    timeZone: row.time_zone,
  };
}

function isSameHead(one: Omit<KnownHead, "changedAt">, other: Omit<KnownHead, "changedAt">): boolean {
  return (["name", "location", "start", "end", "timeZone"] as const).every((key) => one[key] === other[key]);
}
