/**
 * Registers everybody of a file, or nobody. Every row becomes a registration of its own with a free order.
 * Invariants: places are taken under the lock of event and tickets, all or none. Whoever buys meanwhile waits for no
 * more than the counting, for all rows, which concern nobody yet, are written before the lock. Imports into one event
 * follow each other, so that nobody is registered by two of them.
 * Lock order: imports of the event → (the new rows are nobody else's) → event → tickets by id → figures.
 */
import { setImmediate } from "node:timers/promises";
import type { PayloadOf } from "../../contract/all.ts";
import type { RowProblem } from "../../contract/people.ts";
import { MOST_IMPORTED_ROWS } from "../../contract/people.ts";
import { record } from "../audit/rows.ts";
import { type Idempotency, once, replyGivenBefore } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import type { EventRow } from "../events/rows.ts";
import { claimPlaces, countSold, type LockPlaces, shortOf, type Wished } from "../holds/staffMoves.ts";
import { countRegistered, countRegisteredLater } from "../stats/rows.ts";
import { type TicketRow, ticketsOfEvent } from "../tickets/rows.ts";
import { type Column, columnsOf, headingProblem, type ImportedPerson, personOf } from "./importColumns.ts";
import {
  draftOf,
  emptySearchList,
  type ImportTarget,
  leaveSearchList,
  lockImports,
  registeredEmails,
  tellProgress,
  writeAttendees,
  writeRegistrations,
} from "./importRows.ts";

const chunk = 2500;
const mostTold = 1000;
const sampleRows = 5;

/** What is imported, from where, by whom. */
export interface ImportOrder {
  event: EventRow;
  /** The ticket of rows that name none. */
  ticketId: number | null;
  rows: AsyncIterable<readonly (readonly string[])[]>;
  dryRun: boolean;
  idempotency: Idempotency | null;
  actor: string;
  now: Date;
}

/** What keeps imports from harm; a test may leave one out to show the race it prevents. */
export interface ImportGuards {
  lockImports: typeof lockImports;
  lockPlaces?: LockPlaces;
}

/** What is told of an import. */
type ImportReply = PayloadOf<"registration/bulkImportAttendee">;

/** What a file says, and all that is wrong with it. */
interface Reading {
  people: ImportedPerson[];
  problems: RowProblem[];
  columns: Column[];
  sample: string[][];
  rowCount: number;
}

/** Checks the file, and unless `dryRun` is asked or a row is wrong, registers everybody in it. */
export async function importPeople(
  db: Db,
  order: ImportOrder,
  guards: ImportGuards = { lockImports },
): Promise<ImportReply> {
  const { event, dryRun, idempotency } = order;
  const given = dryRun ? undefined : await replyGivenBefore<ImportReply>(db, idempotency);
  if (given !== undefined) return given;
  const key = dryRun ? null : (idempotency?.key ?? null);
  const tell = (state: "reading" | "writing" | "done" | "failed", done: number, total: number) =>
    key === null
      ? Promise.resolve()
      : // No import fails because nobody could be told how far it is.
        tellProgress(db, { eventId: event.id, key }, { state, done, total }).catch(() => {});
  await tell("reading", 0, 0);
  const beside = oneAtATime();
  try {
    const tickets = await ticketsOfEvent(db, event.id, { active: false });
    const reading = await read(db, order, tickets);
    const payload = report(reading, tickets);
    // The same request may have been done while this one read the file.
    const done = dryRun ? undefined : await replyGivenBefore<ImportReply>(db, idempotency);
    if (done !== undefined) return done;
    const short = shortOf(
      event,
      new Map(tickets.map((ticket) => [ticket.id, ticket])),
      wishedBy(reading.people),
    );
    if (short !== null) throw short;
    if (dryRun || reading.problems.length > 0) {
      await tell(dryRun ? "done" : "failed", 0, reading.people.length);
      return payload;
    }
    const total = reading.people.length;
    const written = await inTransaction(db, (tx) =>
      once(tx, idempotency, async () => {
        const target = { eventId: event.id, currency: event.currency, tickets, now: order.now };
        await write(tx, reading.people, { ...target, actor: order.actor, guards }, (count) =>
          beside.begin(() => Promise.allSettled([tell("writing", count, total), emptySearchList(db)])),
        );
        return { ...payload, insertCount: total };
      }),
    );
    await beside.end();
    await tell("done", total, total);
    return written;
  } catch (error) {
    await beside.end();
    await tell("failed", 0, 0);
    throw error;
  }
}

/** Work on other connections, which an import neither waits for nor fails by; what comes meanwhile is left out. */
function oneAtATime(): { begin: (work: () => Promise<unknown>) => void; end: () => Promise<void> } {
  let underWay: Promise<unknown> | null = null;
  return {
    begin(work) {
      underWay ??= work().finally(() => {
        underWay = null;
      });
    },
    async end() {
      await underWay;
    },
  };
}

async function write(
  tx: Tx,
  people: readonly ImportedPerson[],
  { actor, guards, ...target }: ImportTarget & { actor: string; guards: ImportGuards },
  tellWritten: (count: number) => void,
): Promise<void> {
  const { eventId, now } = target;
  await guards.lockImports(tx, eventId);
  // Somebody may have registered since the file was checked.
  const again = await registeredEmails(
    tx,
    eventId,
    people.map(({ email }) => email.toLowerCase()),
  );
  if (again.size > 0)
    throw new DomainError("emailTaken", `${[...again][0]} has just been registered. Try again.`);
  await countRegisteredLater(tx);
  await leaveSearchList(tx);
  const registrations: number[] = [];
  let next = draftOf(people.slice(0, chunk));
  while (next.people.length > 0) {
    const draft = next;
    const ids = await writeRegistrations(tx, target, draft);
    registrations.push(...ids.registrations);
    const begun = registrations.length;
    // The next ones are made ready while PostgreSQL writes these: as soon as the statement has gone out.
    const draftNext = async () => {
      await setImmediate();
      return draftOf(people.slice(begun, begun + chunk));
    };
    [, next] = await Promise.all([writeAttendees(tx, target, draft.people, ids), draftNext()]);
    tellWritten(begun);
  }
  const wished = wishedBy(people);
  await claimPlaces(tx, eventId, wished, guards.lockPlaces);
  await countSold(tx, eventId, wished);
  const detail = {
    count: people.length,
    registrations: { from: registrations[0], to: registrations.at(-1) },
  };
  await record(tx, [{ actor, eventId, entity: "event", entityId: eventId, action: "imported", detail }]);
  await countRegistered(tx, { eventId, at: now }, wished);
}

function wishedBy(people: readonly ImportedPerson[]): Wished {
  const wished = new Map<number, number>();
  for (const { ticketId } of people) wished.set(ticketId, (wished.get(ticketId) ?? 0) + 1);
  return wished;
}

async function read(
  db: Db,
  { event, ticketId, rows }: ImportOrder,
  tickets: readonly TicketRow[],
): Promise<Reading> {
  if (ticketId !== null && !tickets.some(({ id }) => id === ticketId))
    throw invalidInput([{ path: "ticketId", message: "is not a ticket of this event" }]);
  const active = tickets.filter((ticket) => ticket.is_active);
  const rule = {
    ticketsByTitle: new Map(tickets.map(({ id, title }) => [title.toLowerCase(), id])),
    defaultTicketId: ticketId ?? (active.length === 1 ? active[0]!.id : null),
  };
  const reading: Reading = { people: [], problems: [], columns: [], sample: [], rowCount: 0 };
  const rowsByEmail = new Map<string, number>();
  let number = 0;
  for await (const batch of rows) {
    for (const cells of batch) {
      number += 1;
      if (number === 1) {
        reading.columns = columnsOf(trimmed(cells));
        const problem = headingProblem(reading.columns);
        if (problem !== null) throw new DomainError("invalidFile", problem);
        continue;
      }
      if (cells.every((cell) => cell === "")) continue;
      reading.rowCount += 1;
      if (reading.rowCount > MOST_IMPORTED_ROWS)
        throw new DomainError("invalidFile", "The file has more than 50,000 rows. Import it in parts.");
      if (reading.sample.length < sampleRows)
        reading.sample.push(reading.columns.map((_column, index) => cells[index] ?? ""));
      const person = personOf(reading.columns, cells, number, rule);
      if (typeof person === "string") reading.problems.push({ row: number, reason: person });
      else {
        const address = person.email.toLowerCase();
        const earlier = rowsByEmail.get(address);
        if (earlier === undefined) {
          rowsByEmail.set(address, number);
          reading.people.push(person);
        } else reading.problems.push({ row: number, reason: `has the e-mail address of row ${earlier}` });
      }
    }
  }
  if (reading.rowCount === 0) throw new DomainError("invalidFile", "There is nobody in this file.");
  const known = await registeredEmails(db, event.id, [...rowsByEmail.keys()]);
  for (const { email, row } of reading.people)
    if (known.has(email.toLowerCase()))
      reading.problems.push({ row, reason: `${email} is registered for this event already` });
  reading.people = reading.people.filter(({ email }) => !known.has(email.toLowerCase()));
  reading.problems.sort((one, other) => one.row - other.row);
  return reading;
}

/** Headings without the empty ones at the end, which spreadsheets are full of. */
function trimmed(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

function report(
  { people, problems, columns, sample, rowCount }: Reading,
  tickets: readonly TicketRow[],
): ImportReply {
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  return {
    insertCount: 0,
    skipped: problems.slice(0, mostTold),
    skippedCount: problems.length,
    additionalColumns: columns.flatMap(({ heading, meaning }) =>
      meaning === "additional" && heading !== "" ? [heading] : [],
    ),
    columns,
    sample,
    rowCount,
    places: [...wishedBy(people)].map(([ticketId, count]) => ({
      ticketId,
      title: titles.get(ticketId)!,
      count,
    })),
  };
}
