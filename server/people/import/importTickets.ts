import type { TicketUse } from "../../../contract/shapes/people.ts";
import { labelFinder } from "./comparedText.ts";

/** An undefined use is up to staff. */
export interface FileTicket {
  text: string;
  count: number;
  use: TicketUse | undefined;
}

/** The id is negative; `makeTickets` returns the stored tickets by it. */
export interface TicketToMake {
  id: number;
  title: string;
}

/** With more different tickets (`ticketText`), a column holds something else. */
export const maxFileTickets = 100;

const maxTitle = 200;

/** The ticket and its variation, on one line. */
export function ticketText(ticket: string, variation: string): string {
  return [ticket, variation]
    .filter((part) => part !== "")
    .join(" – ")
    .replaceAll(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .slice(0, maxTitle)
    .trim();
}

/** Judges the tickets of rows. What staff decided comes before the names of tickets. */
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
    /** Counts a row. Returns null for a new ticket after too many different ones; `id` is null if no ticket is chosen. */
    judge(text: string): { ticket: FileTicket; id: number | null } | null {
      const ticket = ticketOf(text);
      if (ticket === null) return null;
      ticket.count += 1;
      return { ticket, id: ids.get(ticket) ?? null };
    },
    /** In the order of the file. */
    all: (): FileTicket[] => [...byText.values()],
    made: (): TicketToMake[] => made,
  };
}
