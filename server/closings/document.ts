import { type ClosingTable, closingTables } from "../../contract/rules/closing/closingTables.ts";
import { eventNotOver } from "../../contract/rules/closing/closingWords.ts";
import { minorDigits } from "../../contract/rules/money/minorDigits.ts";
import { mainUnits } from "../../contract/rules/money/money.ts";
import { eventDays, formatEventTime, formatMoment } from "../../contract/rules/time/eventTime.ts";
import type { Closing } from "../../contract/shapes/money/closing.ts";
import type { Db } from "../db/pool.ts";
import type { ClosingDocument } from "../documents/closingPdf.ts";
import { notFound } from "../domainError.ts";
import { calendarEntry } from "../events/calendarEntry.ts";
import { eventEndOf } from "../events/present.ts";
import type { EventWithClub } from "../events/rows.ts";
import { type TableSheet, writeTables } from "../spreadsheets/writeTables.ts";
import { openItemsOf, readClosingFigures } from "./figures.ts";
import { closingsOf } from "./rows.ts";

/**
 * The document of a signed version, or of the current figures if `version` is undefined. Names and dates are those that
 * the event has now.
 */
export async function closingDocument(
  db: Db,
  event: EventWithClub,
  { version, now }: { version: number | undefined; now: Date },
): Promise<ClosingDocument> {
  const signed = version === undefined ? null : await signedVersion(db, event.id, version);
  const { figures, open, counts } = signed ?? {
    figures: await readClosingFigures(db, event.id),
    open: await openItemsOf(db, event.id),
    counts: [],
  };
  const at = signed === null ? now : new Date(signed.signedAt);
  // Without an address, because only the times are used.
  const entry = calendarEntry(event, "");
  const asOf = formatMoment(at, entry);
  return {
    clubName: event.club_name,
    eventName: event.name,
    eventDay: formatEventTime({ ...entry, isAllDay: true }).text,
    eventDays: eventDays(entry),
    currency: figures.currency,
    asOfTime: at,
    asOf: `${asOf.text}, ${asOf.zoneLabel}`,
    tables: closingTables(figures, open, counts).map((table) =>
      table.id === "open" &&
      at < eventEndOf(event) &&
      (event.cancelled_at === null || at < event.cancelled_at)
        ? { ...table, rows: [...table.rows, [eventNotOver]] }
        : table,
    ),
    signature: signed,
    note: signed?.note ?? "",
  };
}

async function signedVersion(db: Db, eventId: number, version: number): Promise<Closing> {
  const found = (await closingsOf(db, eventId)).find((one) => one.version === version);
  if (found === undefined) throw notFound("signature");
  return found;
}

/** The closing as a spreadsheet, with amounts in the main unit. */
export function closingSheet(closing: ClosingDocument): Promise<Buffer> {
  const { signature } = closing;
  const about: TableSheet = {
    name: "Final accounts",
    columns: [
      { heading: "What", kind: "text" },
      { heading: "Value", kind: "text" },
    ],
    rows: [
      ["Event", closing.eventName],
      ...eventDayRows(closing),
      ["Club", closing.clubName],
      ["Currency", closing.currency.toUpperCase()],
      ["Figures as of", closing.asOf],
      ["Version", signature === null ? "Draft, not signed" : String(signature.version)],
      ["Signed by", signature?.signedName ?? ""],
      ["Signed in as", signature?.accountName ?? ""],
      ["Note", closing.note],
    ],
  };
  const decimals = minorDigits(closing.currency);
  return writeTables([about, ...closing.tables.map((table) => sheetOf(table, closing.currency))], decimals);
}

/** The event's days as dates, which a spreadsheet can sort; as a text if they are unknown. */
function eventDayRows({ eventDay, eventDays: days }: ClosingDocument): [string, string | Date][] {
  if (days === null) return [["Held on", eventDay]];
  const heldOn: [string, Date] = ["Held on", new Date(`${days.first}T00:00:00Z`)];
  return days.first === days.last ? [heldOn] : [heldOn, ["Held until", new Date(`${days.last}T00:00:00Z`)]];
}

function sheetOf({ title, columns, rows, total, empty }: ClosingTable, currency: string): TableSheet {
  const lines = [
    ...(rows.length === 0 ? [[empty]] : rows),
    ...(total === null || rows.length === 0 ? [] : [total]),
  ];
  const kinds = columns.map(({ kind }) => kind);
  return {
    name: title,
    columns: columns.map(({ heading, kind }) => ({
      heading,
      kind: kind === "money" || kind === "difference" ? "amount" : kind,
    })),
    rows: lines.map((cells) =>
      cells.map((cell, index) =>
        typeof cell === "number" && kinds[index] !== "number" ? mainUnits(cell, currency) : cell,
      ),
    ),
  };
}

/** The file name of a closing, without its extension. */
export function closingName(event: Pick<EventWithClub, "slug">, { signature }: ClosingDocument): string {
  const suffix = signature === null ? "draft" : `v${signature.version}`;
  return `closing-${event.slug.replace(/[^a-z0-9-]/g, "")}-${suffix}`;
}
