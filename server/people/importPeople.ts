/**
 * Registers everybody of a file, or nobody; with `goodRowsOnly` everybody whose row has no error. Every row whose state
 * is good becomes its own registration with a free order.
 * Invariants: places are taken under the lock of event and tickets, all or none. Buyers wait only for the counting,
 * because all rows are written before the lock and nobody else sees them yet. Imports into one event run one after
 * another, so that nobody is registered twice. A file is written while it is read, because PostgreSQL and this process
 * use a core each. A wrong row rolls back everything.
 * Lock order: imports of the event → (the new rows are invisible to others) → event → tickets by id → statistics.
 */
import { setImmediate } from "node:timers/promises";
import type { PayloadOf } from "../../contract/all.ts";
import { MOST_ROWS_GIVEN_BACK } from "../../contract/rules/otherRows.ts";
import type { ColumnChoice } from "../../contract/shapes/people.ts";
import { record } from "../audit/rows.ts";
import { type Idempotency, once, storedReply } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { type DomainError, invalidInput } from "../domainError.ts";
import type { EventRow } from "../events/rows.ts";
import { type QuestionRow, questionsOfEvents } from "../forms/rows.ts";
import { claimPlaces, countSold, type LockPlaces, shortageRefusal } from "../holds/staffMoves.ts";
import { insertFreeOrders } from "../orders/bulkRows.ts";
import { insertAnswersOf, insertAttendees, insertRegistrations } from "../registrations/bulkRows.ts";
import { countRegistered } from "../stats/rows.ts";
import { type TicketRow, ticketsOfEvent } from "../tickets/rows.ts";
import { createImport, storeImportCounts } from "./attendeeImports.ts";
import type { ImportedPerson, RowRule } from "./importPerson.ts";
import {
  assignIds,
  draftPeople,
  hasRegistered,
  indexSearchEntries,
  lockImports,
  queueSearchEntries,
  registeredEmails,
  storeProgress,
  updateStatistics,
} from "./importRows.ts";
import { importReport, type OpenFile, placesNeeded, startReading } from "./readPeople.ts";

const chunkSize = 2500;
/** The number of new rows that outdates the statistics for the planner. */
const manyRows = 1000;

/** The input of an import. */
export interface ImportInput {
  event: EventRow;
  /** The ticket of rows that name none. */
  ticketId: number | null;
  /** What staff decided about columns. */
  columns: readonly ColumnChoice[];
  /** What staff decided about states, by text. */
  states: RowRule["states"];
  rows: AsyncIterable<readonly (readonly string[])[]>;
  /** The name of the file, as it was sent; null for rows without one. */
  fileName: string | null;
  dryRun: boolean;
  /** Whether rows with errors are left out, instead of stopping the import. */
  goodRowsOnly: boolean;
  idempotency: Idempotency | null;
  actor: string;
  now: Date;
}

/** The locks of imports. A test may leave one out to show the race that it prevents. */
export interface ImportGuards {
  lockImports: typeof lockImports;
  lockPlaces?: LockPlaces;
}

/** The reply to an import. */
type ImportReply = PayloadOf<"registration/bulkImportAttendee">;

/** Rolls back a file with a wrong row, or without anybody to register; `known` are addresses that are registered already. */
class WrongRows extends Error {
  readonly known: ReadonlySet<string>;

  constructor(registered: ReadonlySet<string>) {
    super("A row of the file is wrong.");
    this.known = registered;
  }
}

/** Checks the file, and registers everybody in it unless `dryRun` is set or a row is wrong. */
export async function importPeople(
  db: Db,
  order: ImportInput,
  guards: ImportGuards = { lockImports },
): Promise<ImportReply> {
  const { event, dryRun, idempotency } = order;
  const stored = dryRun ? undefined : await storedReply<ImportReply>(db, idempotency);
  if (stored !== undefined) return stored;
  const key = dryRun ? null : (idempotency?.key ?? null);
  const storeState = (state: "reading" | "writing" | "done" | "failed", done: number, total: number) =>
    key === null
      ? Promise.resolve()
      : // An import must not fail because its progress could not be stored.
        storeProgress(db, { eventId: event.id, key }, { state, done, total }).catch(() => {});
  await storeState("reading", 0, 0);
  const background = openBackground();
  let file: OpenFile | undefined;
  try {
    const tickets = await ticketsOfEvent(db, event.id, { active: false });
    const questions = await questionsOfEvents(db, [event.id]);
    file = startReading(order.rows, ruleOf(order, { tickets, questions }));
    const { reading, until } = file;
    if (dryRun) {
      await until(Infinity);
      const registered = await registeredEmails(db, event.id, addressesOf(reading.people));
      const payload = importReport(reading, registered, tickets);
      if (payload.skippedCount === 0) await requirePlacesLeft(order, file, tickets);
      else if (order.goodRowsOnly) {
        const refusal = shortageOf(order, tickets, withoutKnown(reading.people, registered));
        if (refusal !== null) throw refusal;
      }
      return payload;
    }
    // Wait for the first rows before locking anything.
    await until(chunkSize);
    const reportWritten = (count: number) => {
      const answer = reading.isWhole ? storeState("writing", count, reading.people.length) : undefined;
      return Promise.allSettled([answer, indexSearchEntries(db)]);
    };
    const payload = await inTransaction(db, (tx) =>
      once(tx, idempotency, async () => {
        const { importId, insertCount, registered } = await write(
          tx,
          file!,
          { ...order, tickets, questions, guards },
          (count) => background.begin(() => reportWritten(count)),
        );
        return { ...importReport(reading, registered, tickets), insertCount, importId };
      }),
    ).catch((error: unknown) => {
      if (error instanceof WrongRows) return importReport(reading, error.known, tickets);
      throw error;
    });
    await background.end();
    if (payload.insertCount >= manyRows)
      await Promise.allSettled([indexSearchEntries(db), updateStatistics(db)]);
    await storeState(payload.insertCount > 0 ? "done" : "failed", payload.insertCount, reading.people.length);
    return payload;
  } catch (error) {
    await file?.stop();
    await background.end();
    await storeState("failed", 0, 0);
    throw error;
  }
}

/**
 * Runs background work on other connections. An import neither waits for it nor fails with it. Work that arrives while
 * one runs is skipped.
 */
function openBackground(): { begin: (work: () => Promise<unknown>) => void; end: () => Promise<void> } {
  let running: Promise<unknown> | null = null;
  return {
    begin(work) {
      running ??= work().finally(() => {
        running = null;
      });
    },
    async end() {
      await running;
    },
  };
}

/** What an import wrote: its number, how many people, and the addresses that were registered before. */
interface Written {
  importId: number;
  insertCount: number;
  registered: ReadonlySet<string>;
}

/**
 * Writes people while they are read. After the first problem it stops writing, because nobody will be registered, unless
 * good rows alone are imported.
 * @throws WrongRows after the whole file is read.
 */
async function write(
  tx: Tx,
  file: OpenFile,
  order: ImportInput & EventForm & { guards: ImportGuards },
  reportWritten: (count: number) => void,
): Promise<Written> {
  const { event, tickets, questions, now, guards, actor, fileName, goodRowsOnly } = order;
  const { reading, until } = file;
  await guards.lockImports(tx, event.id);
  const importId = await createImport(tx, { eventId: event.id, actor, fileName, now });
  const target = { eventId: event.id, currency: event.currency, tickets, now, importId };
  await queueSearchEntries(tx);
  const registered = new Set<string>();
  const registrations: number[] = [];
  const written: ImportedPerson[] = [];
  const draftFrom = async (start: number) => {
    await until(start + chunkSize);
    return draftPeople(reading.people.slice(start, start + chunkSize));
  };
  let next = await draftFrom(0);
  for (let position = 0; next.length > 0; position += chunkSize) {
    // Most imports are an event's first registrations: there is nobody to compare 50,000 addresses with.
    if (await hasRegistered(tx, event.id))
      for (const email of await registeredEmails(tx, event.id, addressesOf(next))) registered.add(email);
    const isWrong = goodRowsOnly
      ? registered.size + reading.problems.length > MOST_ROWS_GIVEN_BACK
      : registered.size > 0 || reading.problems.length > 0;
    const drafts = withoutKnown(next, registered);
    if (isWrong || drafts.length === 0) {
      next = await draftFrom(position + chunkSize);
      continue;
    }
    // With some rows left out, only the end shows how many places are needed.
    if (!goodRowsOnly) await requirePlacesLeft(order, file, tickets);
    const people = await assignIds(tx, drafts);
    written.push(...drafts);
    await insertRegistrations(tx, target, people);
    await insertFreeOrders(tx, target, people);
    registrations.push(...people.map(({ registrationId }) => registrationId));
    // Prepare the next rows while PostgreSQL writes these, as soon as the statement is sent.
    const draftNext = async () => {
      await setImmediate();
      return draftFrom(position + chunkSize);
    };
    [, next] = await Promise.all([insertAttendees(tx, target, people), draftNext()]);
    await insertAnswersOf(tx, questions, people);
    reportWritten(registrations.length);
  }
  const wrongCount = registered.size + reading.problems.length;
  if (wrongCount > (goodRowsOnly ? MOST_ROWS_GIVEN_BACK : 0) || registrations.length === 0)
    throw new WrongRows(registered);
  const wanted = placesNeeded(written);
  await claimPlaces(tx, event.id, wanted, guards.lockPlaces);
  await countSold(tx, event.id, wanted);
  await storeImportCounts(tx, importId, {
    people: written.length,
    registrations: registrations.length,
    left_out: reading.rowCount - written.length,
  });
  const detail = {
    importId,
    count: registrations.length,
    registrations: { from: registrations[0], to: registrations.at(-1) },
  };
  await record(tx, [
    { actor, eventId: event.id, entity: "event", entityId: event.id, action: "imported", detail },
  ]);
  await countRegistered(tx, { eventId: event.id, at: now }, wanted);
  return { importId, insertCount: written.length, registered };
}

/** Those of people whose address is not registered yet. */
function withoutKnown<Person extends ImportedPerson>(
  people: readonly Person[],
  registered: ReadonlySet<string>,
): readonly Person[] {
  return registered.size === 0 ? people : people.filter(({ email }) => !registered.has(email.toLowerCase()));
}

function addressesOf(people: readonly ImportedPerson[]): string[] {
  return people.map(({ email }) => email.toLowerCase());
}

/** Refuses early if places are missing, as the lock would at the end. Problems of rows are reported first. */
async function requirePlacesLeft(
  order: ImportInput,
  { reading, until }: OpenFile,
  tickets: readonly TicketRow[],
): Promise<void> {
  const shortage = () => shortageOf(order, tickets, reading.people);
  if (shortage() === null) return;
  await until(Infinity);
  if (reading.problems.length === 0) throw shortage()!;
}

function shortageOf(
  { event }: ImportInput,
  tickets: readonly TicketRow[],
  people: readonly ImportedPerson[],
): DomainError | null {
  const ticketsById = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return shortageRefusal(event, ticketsById, placesNeeded(people));
}

/** The tickets and questions of the event. */
interface EventForm {
  tickets: readonly TicketRow[];
  questions: readonly QuestionRow[];
}

function ruleOf(
  { ticketId, columns, states, dryRun, goodRowsOnly }: ImportInput,
  { tickets, questions }: EventForm,
): Parameters<typeof startReading>[1] {
  if (ticketId !== null && !tickets.some(({ id }) => id === ticketId))
    throw invalidInput([{ path: "ticketId", message: "is not a ticket of this event" }]);
  const active = tickets.filter((ticket) => ticket.is_active);
  return {
    isCheck: dryRun,
    questions,
    choices: columns,
    states,
    goodRowsOnly,
    ticketsByTitle: new Map(tickets.map(({ id, title }) => [title.toLowerCase(), id])),
    defaultTicketId: ticketId ?? (active.length === 1 ? active[0]!.id : null),
  };
}
