import { type EventPageName, paths } from "../paths.ts";
import type { OpenWork } from "./waiting.ts";

export interface EventEntry {
  label: string;
  about: string;
  /** Null for the overview. */
  page: EventPageName | null;
  waits?: { kind: keyof OpenWork; words: (count: string, isOne: boolean) => string };
}

export interface EventGroup {
  label: string | null;
  entries: readonly EventEntry[];
}

export const eventGroups: readonly EventGroup[] = [
  {
    label: null,
    entries: [{ label: "Overview", about: "What is sold, and the state of the event", page: null }],
  },
  {
    label: "Sell",
    entries: [
      { label: "Tickets", about: "Types, prices and places", page: "tickets" },
      { label: "Extras", about: "What can be bought with a ticket", page: "extras" },
      { label: "Promo codes", about: "Discounts and hidden tickets", page: "promo-codes" },
      { label: "Sponsor packages", about: "What sponsors can choose", page: "sponsorship-packages" },
    ],
  },
  {
    label: "Page",
    entries: [
      { label: "Details", about: "Name, time, place, picture and address", page: "edit" },
      { label: "Page texts", about: "Description, headline and colour", page: "page-texts" },
      { label: "Questions", about: "What you ask each attendee", page: "questions" },
    ],
  },
  {
    label: "People",
    entries: [
      {
        label: "Attendees",
        about: "Who comes; mail tickets, change, download",
        page: "attendees",
      },
      { label: "Codes and badges", about: "Show a code large, print a badge", page: "qr" },
      {
        label: "Waiting list",
        about: "Who waits for sold-out tickets",
        page: "waiting-list",
        waits: { kind: "waitingList", words: (count) => `${count} waiting` },
      },
      { label: "Import", about: "Attendees from a spreadsheet", page: "import" },
    ],
  },
  {
    label: "Money",
    entries: [
      {
        label: "Orders",
        about: "Who bought what; find one, refund it",
        page: "orders",
        waits: {
          kind: "orders",
          words: (count, isOne) => `${count} ${isOne ? "needs" : "need"} attention`,
        },
      },
      { label: "Sponsors", about: "Who supports the event, and what is not paid yet", page: "sponsorships" },
      { label: "Getting paid", about: "How the money reaches your club", page: "getting-paid" },
      {
        label: "Final accounts",
        about: "All money on one page, counted and signed",
        page: "final-accounts",
      },
    ],
  },
  {
    label: "Door",
    entries: [
      {
        label: "Check-in",
        about: "Scan tickets, invite helpers, follow arrivals",
        page: "checkin",
        waits: {
          kind: "conflicts",
          words: (count, isOne) => `${count} ${isOne ? "conflict" : "conflicts"}`,
        },
      },
    ],
  },
  {
    label: null,
    entries: [
      { label: "Statistics", about: "Registrations, arrivals and revenue, live", page: "statistics" },
      { label: "Settings", about: "Sales window, holds and limits; download everything", page: "config" },
    ],
  },
];

export function eventPageAddress({ page }: EventEntry, eventId: number): string {
  return page === null ? paths.eventOverview(eventId) : paths.eventPage(eventId, page);
}

/** An address below an entry's page, such as that of one order, belongs to the entry. */
export function entryAt(pathname: string): EventEntry | undefined {
  const segment = pathname.split("/")[3] || null;
  return eventGroups.flatMap(({ entries }) => entries).find(({ page }) => page === segment);
}
