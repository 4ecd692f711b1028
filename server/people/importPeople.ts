/**
 * Registers everybody of a file, or nobody. Every row becomes a registration of its own with a free order.
 * Invariants: places are taken under the lock of event and tickets, all or none. Whoever buys meanwhile waits for no
 * more than the counting, for all rows, which concern nobody yet, are written before the lock. Imports into one event
 * follow each other, so that nobody is registered by two of them. A file is written while it is read, for PostgreSQL
 * and this process have a core each; a wrong row rolls back what was written before it.
 * Lock order: imports of the event → (the new rows are nobody else's) → event → tickets by id → figures.
 */
import { setImmediate } from "node:timers/promises";
import type { PayloadOf } from "../../contract/all.ts";
import { record } from "../audit/rows.ts";
import { type Idempotency, once, replyGivenBefore } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import type { EventRow } from "../events/rows.ts";
import { claimPlaces, countSold, type LockPlaces, shortOf } from "../holds/staffMoves.ts";
import { insertFreeOrders } from "../orders/bulkRows.ts";
import { insertAttendees, insertRegistrations } from "../registrations/bulkRows.ts";
import { countRegistered } from "../stats/rows.ts";
import { type TicketRow, ticketsOfEvent } from "../tickets/rows.ts";
import type { ImportedPerson, RowRule } from "./importColumns.ts";
import {
  draftsOf,
  emptySearchLists,
  hasRegistered,
  leaveSearchList,
  lockImports,
  makeKnown,
  registeredEmails,
  tellProgress,
  withIds,
} from "./importRows.ts";
import { beginReading, type OpenFile, placesWanted, report } from "./readPeople.ts";

const chunk = 2500;
/** So many rows at once change how an event is best read. */
const many = 1000;

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

/** Rolls back what was written of a file with a wrong row in it; `known` are addresses that are registered already. */
class WrongRows extends Error {
  readonly known: ReadonlySet<string>;

  constructor(known: ReadonlySet<string>) {
    super("A row of the file is wrong.");
    this.known = known;
  }
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
  let file: OpenFile | undefined;
  try {
    const tickets = await ticketsOfEvent(db, event.id, { active: false });
    file = beginReading(order.rows, ruleOf(order, tickets));
    const { reading, until } = file;
    if (dryRun) {
      await until(Infinity);
      const known = await registeredEmails(db, event.id, addressesOf(reading.people));
      const payload = report(reading, known, tickets);
      if (payload.skippedCount === 0) await mustBeLeft(order, file, tickets);
      return payload;
    }
    // Nothing is locked while there is nothing to write.
    await until(chunk);
    const tellWritten = (count: number) => {
      const told = reading.isWhole ? tell("writing", count, reading.people.length) : undefined;
      return Promise.allSettled([told, emptySearchLists(db)]);
    };
    const payload = await inTransaction(db, (tx) =>
      once(tx, idempotency, async () => {
        await write(tx, file!, { ...order, tickets, guards }, (count) =>
          beside.begin(() => tellWritten(count)),
        );
        return { ...report(reading, new Set(), tickets), insertCount: reading.people.length };
      }),
    ).catch((error: unknown) => {
      if (error instanceof WrongRows) return report(reading, error.known, tickets);
      throw error;
    });
    await beside.end();
    if (payload.insertCount >= many) await Promise.allSettled([emptySearchLists(db), makeKnown(db)]);
    await tell(payload.insertCount > 0 ? "done" : "failed", payload.insertCount, reading.people.length);
    return payload;
  } catch (error) {
    await file?.stop();
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

/**
 * Writes everybody as they are read. Once something is wrong nothing more is written, for nobody is registered then.
 * @throws WrongRows when the whole file is read.
 */
async function write(
  tx: Tx,
  file: OpenFile,
  order: ImportOrder & { tickets: readonly TicketRow[]; guards: ImportGuards },
  tellWritten: (count: number) => void,
): Promise<void> {
  const { event, tickets, now, guards, actor } = order;
  const { reading, until } = file;
  const target = { eventId: event.id, currency: event.currency, tickets, now };
  await guards.lockImports(tx, event.id);
  await leaveSearchList(tx);
  const known = new Set<string>();
  const registrations: number[] = [];
  const draftFrom = async (begin: number) => {
    await until(begin + chunk);
    return draftsOf(reading.people.slice(begin, begin + chunk));
  };
  let next = await draftFrom(0);
  for (let begun = 0; next.length > 0; begun += chunk) {
    // Most imports are an event's first people: there is nobody to compare 50,000 addresses with.
    if (await hasRegistered(tx, event.id))
      for (const email of await registeredEmails(tx, event.id, addressesOf(next))) known.add(email);
    if (known.size > 0 || reading.problems.length > 0) {
      next = await draftFrom(begun + chunk);
      continue;
    }
    await mustBeLeft(order, file, tickets);
    const people = await withIds(tx, next);
    await insertRegistrations(tx, target, people);
    await insertFreeOrders(tx, target, people);
    registrations.push(...people.map(({ registrationId }) => registrationId));
    // The next ones are made ready while PostgreSQL writes these: as soon as the statement has gone out.
    const draftNext = async () => {
      await setImmediate();
      return draftFrom(begun + chunk);
    };
    [, next] = await Promise.all([insertAttendees(tx, target, people), draftNext()]);
    tellWritten(registrations.length);
  }
  if (known.size > 0 || reading.problems.length > 0) throw new WrongRows(known);
  const wanted = placesWanted(reading.people);
  await claimPlaces(tx, event.id, wanted, guards.lockPlaces);
  await countSold(tx, event.id, wanted);
  const detail = {
    count: registrations.length,
    registrations: { from: registrations[0], to: registrations.at(-1) },
  };
  await record(tx, [
    { actor, eventId: event.id, entity: "event", entityId: event.id, action: "imported", detail },
  ]);
  await countRegistered(tx, { eventId: event.id, at: now }, wanted);
}

function addressesOf(people: readonly ImportedPerson[]): string[] {
  return people.map(({ email }) => email.toLowerCase());
}

/** Refuses early what the lock would refuse in the end; what is wrong with rows is told first. */
async function mustBeLeft(
  { event }: ImportOrder,
  { reading, until }: OpenFile,
  tickets: readonly TicketRow[],
): Promise<void> {
  const ticketsById = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const short = () => shortOf(event, ticketsById, placesWanted(reading.people));
  if (short() === null) return;
  await until(Infinity);
  if (reading.problems.length === 0) throw short()!;
}

function ruleOf({ ticketId }: ImportOrder, tickets: readonly TicketRow[]): RowRule {
  if (ticketId !== null && !tickets.some(({ id }) => id === ticketId))
    throw invalidInput([{ path: "ticketId", message: "is not a ticket of this event" }]);
  const active = tickets.filter((ticket) => ticket.is_active);
  return {
    ticketsByTitle: new Map(tickets.map(({ id, title }) => [title.toLowerCase(), id])),
    defaultTicketId: ticketId ?? (active.length === 1 ? active[0]!.id : null),
  };
}
