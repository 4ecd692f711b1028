/**
 * The waiting list of an archive. Who waits there waits here, in the same order. Other states are left out: an offer
 * belongs to the event that it comes from. Pure.
 */
import { waitingListCalls } from "../../contract/calls/waitingList.ts";
import { plannedInstant } from "../../contract/scalars.ts";
import type { ImportedEntry } from "../waiting/rows.ts";
import { archivedRows, judgedRow, numberIn, wrongRow } from "./archivedTable.ts";
import { archiveNames, waitingHeadings as heading } from "./names.ts";

const entryShape = waitingListCalls["waitingList/join"]
  .body!.pick({ places: true, name: true, email: true })
  .extend({ joined: plannedInstant });

/** The entries that wait, and how many others were left out by their state. */
export interface ArchivedWaiting {
  entries: ImportedEntry[];
  leftOut: { text: string; count: number }[];
}

/**
 * Judges the rows; none without the file.
 * @param tickets the stored ids of tickets by their ids in the file.
 */
export function archivedWaiting(
  rows: readonly string[][],
  tickets: ReadonlyMap<number, number>,
): ArchivedWaiting {
  if (rows.length === 0) return { entries: [], leftOut: [] };
  const name = archiveNames.waitingList;
  const entries: ImportedEntry[] = [];
  const leftOut = new Map<string, number>();
  const columns = { wanted: Object.values(heading), laterHeading: heading.ticketId };
  // A title may stand for several tickets, so who waits for a ticket without its id is left out.
  const hasTicketIds = rows[0]?.includes(heading.ticketId) === true;
  for (const { row, cells } of archivedRows(name, rows, columns)) {
    const state = cells[heading.state];
    if (state !== "waiting" || !hasTicketIds) {
      leftOut.set(state, (leftOut.get(state) ?? 0) + 1);
      continue;
    }
    const ticketId = tickets.get(Number(cells[heading.ticketId]));
    if (ticketId === undefined)
      throw wrongRow(name, row, `“${cells[heading.ticketId].slice(0, 100)}” is not a ticket of this event`);
    const { joined, ...entry } = judgedRow(name, row, {
      shape: entryShape,
      values: {
        places: numberIn(cells[heading.places]),
        name: cells[heading.name],
        email: cells[heading.email],
        joined: cells[heading.joinedAt],
      },
    });
    entries.push({ ...entry, ticketId, createdAt: new Date(joined) });
  }
  return {
    entries,
    leftOut: [...leftOut].map(([state, count]) => ({
      text: `${state.slice(0, 80)} on the waiting list`,
      count,
    })),
  };
}
