/**
 * The tickets in a file of an import, such as "Gala dinner – Meat". If a text is not the name of a ticket, staff decide
 * whether it means one of the tickets or a new one, or whether its rows are left out. Pure.
 */
import type { TicketUse } from "../../../contract/shapes/people.ts";
import { labelFinder } from "./comparedText.ts";

/** A ticket as the file writes it, and the number of its rows. The use is undefined until staff decide. */
export interface FileTicket {
  text: string;
  count: number;
  use: TicketUse | undefined;
}

/** A ticket that the import makes. Until it is stored its id is negative. */
export interface TicketToMake {
  id: number;
  title: string;
}

/** The largest number of different tickets of a file. A column with more holds something else. */
export const maxFileTickets = 100;

/** The longest title of a ticket. */
const maxTitle = 200;

/** The text of a row: the ticket and its variation, on one line. */
export function ticketText(ticket: string, variation: string): string {
  return [ticket, variation]
    .filter((part) => part !== "")
    .join(" – ")
    .replaceAll(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .slice(0, maxTitle)
    .trim();
}

/**
 * Judges the tickets of a file's rows. `decided`: what staff decided about texts. It comes before the names of
 * tickets. A name may differ in case, and in other characters than letters and digits if it then fits only one ticket.
 */
export function openFileTickets(
  tickets: readonly { id: number; title: string }[],
  decided: Readonly<Record<string, TicketUse>>,
) {
  const find = labelFinder(tickets.map(({ id, title }) => [title.toLowerCase(), id] as const));
  const decisions = new Map(Object.entries(decided).map(([text, use]) => [text.toLowerCase(), use]));
  const byText = new Map<string, FileTicket>();
  const made: TicketToMake[] = [];
  const ids = new Map<FileTicket, number>();
  const ticketOf = (text: string): FileTicket | null => {
    const key = text.toLowerCase();
    const known = byText.get(key);
    if (known !== undefined) return known;
    if (byText.size === maxFileTickets) return null;
    const use = decisions.get(key) ?? find(key);
    const ticket = { text, count: 0, use };
    byText.set(key, ticket);
    if (use === "make") {
      made.push({ id: -1 - made.length, title: text });
      ids.set(ticket, made.at(-1)!.id);
    } else if (typeof use === "number") ids.set(ticket, use);
    return ticket;
  };
  return {
    /** Counts a row and returns its ticket with its id or null. Returns null after too many different tickets. */
    judge(text: string): { ticket: FileTicket; id: number | null } | null {
      const ticket = ticketOf(text);
      if (ticket === null) return null;
      ticket.count += 1;
      return { ticket, id: ids.get(ticket) ?? null };
    },
    /** All tickets of the rows so far, in the order of the file. */
    all: (): FileTicket[] => [...byText.values()],
    /** The tickets to make. */
    made: (): TicketToMake[] => made,
  };
}
