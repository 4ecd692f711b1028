import { waitingListCalls } from "../../contract/calls/waitingList.ts";
import { plannedInstant } from "../../contract/scalars.ts";
import type { ImportedEntry } from "../waiting/rows.ts";
import { archivedEmail } from "./archivedEmail.ts";
import { archivedRows, judgedRow, numberIn, wrongRow } from "./archivedTable.ts";
import { type LeftOut, openCounts } from "./leftOut.ts";
import { archiveNames, waitingHeadings as heading } from "./names.ts";

const entryShape = waitingListCalls["waitingList/join"]
  .body!.pick({ places: true, name: true })
  .extend({ email: archivedEmail, joined: plannedInstant });

/** `leftOut` counts the other entries, by state. */
export interface ArchivedWaiting {
  entries: ImportedEntry[];
  leftOut: LeftOut[];
}

/**
 * Reads the entries that wait. An offer is left out, because it is valid only for the old event.
 * @param tickets the stored ids of tickets by their ids in the file.
 * @throws invalidFile
 */
export function archivedWaiting(
  rows: readonly string[][],
  tickets: ReadonlyMap<number, number>,
): ArchivedWaiting {
  if (rows.length === 0) return { entries: [], leftOut: [] };
  const name = archiveNames.waitingList;
  const entries: ImportedEntry[] = [];
  const leftOut = openCounts();
  const columns = { wanted: Object.values(heading), headingAddedLater: heading.ticketId };
  // Older archives have no ticket ids, and titles may repeat, so their entries are left out.
  const hasTicketIds = rows[0]?.includes(heading.ticketId) === true;
  for (const { row, cells } of archivedRows(name, rows, columns)) {
    const state = cells[heading.state];
    if (state !== "waiting" || !hasTicketIds) {
      leftOut.add(`${state.slice(0, 80)} on the waiting list`);
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
  return { entries, leftOut: leftOut.all() };
}
