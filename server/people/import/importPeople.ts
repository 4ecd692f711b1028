/**
 * Invariants: places are taken under the lock of event and tickets, all or none. New people are written before this
 * lock, so that buyers do not wait for it. Imports into an event write one after another, so that two imports of one
 * file do not register the same people.
 * Lock order: imports of the event → questions, if the file may make some → attendees whose old codes are released,
 * chunk by chunk → event → tickets by id → shared capacities by id → corrected registrations by id → their attendees →
 * statistics of check-ins → statistics of registrations.
 */
import { setImmediate } from "node:timers/promises";
import type { PayloadOf } from "../../../contract/all.ts";
import { MOST_ROWS_RETURNED } from "../../../contract/rules/otherRows.ts";
import type { AnswerMeaning, ColumnChoice } from "../../../contract/shapes/people.ts";
import { entryOfEvent, record } from "../../audit/rows.ts";
import { type CallContext, onceInTransaction, storedReply } from "../../db/idempotency.ts";
import type { Db, Tx } from "../../db/pool.ts";
import { type DomainError, invalidInput } from "../../domainError.ts";
import { type ImportedArrival, insertArrivals } from "../../door/importedArrivals.ts";
import type { EventRow } from "../../events/rows.ts";
import { type QuestionRow, questionsOfEvents } from "../../forms/rows.ts";
import type { LockRows } from "../../holds/reserve.ts";
import { claimPlaces, countImported, shortageRefusal } from "../../holds/staffMoves.ts";
import { insertFreeOrders } from "../../orders/bulkRows.ts";
import { insertAnswersOf, insertAttendees, insertRegistrations } from "../../registrations/bulkRows.ts";
import { releaseOldCodes } from "../../registrations/oldCodes.ts";
import { countRegistered, newRegisteredCounts } from "../../stats/rows.ts";
import { type TicketRow, ticketsOfEvent } from "../../tickets/rows.ts";
import { createImport, deleteImport, storeImportCounts } from "./attendeeImports.ts";
import {
  type CorrectGuards,
  type CorrectionPlan,
  correctGuards,
  noCorrections,
  planCorrections,
  planLocked,
  writeCorrected,
} from "./correctPeople.ts";
import {
  type ImportedRegistration,
  isWaitingGroup,
  oldCodesOf,
  peopleIn,
  placesNeeded,
} from "./importGroups.ts";
import { findKnown, type KnownRegistrations } from "./importKnown.ts";
import type { RowRule } from "./importPerson.ts";
import {
  assignIds,
  draftRegistrations,
  hasTakenPlaces,
  indexSearchEntries,
  lockImports,
  queueSearchEntries,
  storeProgress,
  updateStatistics,
} from "./importRows.ts";
import type { ImportSheets } from "./importSheets.ts";
import { type ImportQuestion, makeQuestions } from "./makeQuestions.ts";
import { makeTickets } from "./makeTickets.ts";
import { type FileRule, importReport, type PeopleFile, readPeople, withoutKnown } from "./readPeople.ts";

const chunkSize = 2500;
const manyPeople = 1000;

export interface ImportInput extends CallContext {
  event: EventRow;
  /** For rows without a ticket. */
  ticketId: number | null;
  columns: readonly ColumnChoice[];
  states: RowRule["states"];
  ticketUses: RowRule["ticketUses"];
  answers: readonly AnswerMeaning[];
  rows: AsyncIterable<readonly (readonly string[])[]>;
  /** Known once the rows are read. */
  sheets: ImportSheets;
  /** Null without a file or a name. */
  fileName: string | null;
  dryRun: boolean;
  goodRowsOnly: boolean;
  everybodyWaits: boolean;
  /** Whether people whom an earlier import registered are corrected. */
  isUpdate: boolean;
  actor: string;
}

/** The locks of an import. A test may leave one out to show the race that it prevents. */
export interface ImportGuards {
  lockImports: typeof lockImports;
  lockPlaces?: LockRows;
  correct?: CorrectGuards;
}

type ImportReply = PayloadOf<"registration/bulkImportAttendee">;

/** Rolls back an import that must not or need not write anything. */
class NothingToWrite extends Error {
  readonly plan: CorrectionPlan;

  constructor(plan: CorrectionPlan) {
    super("Nobody in the file can be registered.");
    this.plan = plan;
  }
}

/** Imports a file; with `dryRun`, only checks it. Errors of rows are in the reply. */
export async function importPeople(
  db: Db,
  input: ImportInput,
  guards: ImportGuards = { lockImports },
): Promise<ImportReply> {
  const { event, dryRun, idempotency } = input;
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
  try {
    const tickets = await ticketsOfEvent(db, event.id, { onlyActive: false });
    const questions = await questionsOfEvents(db, [event.id]);
    const file = await readPeople(input.rows, ruleOf(input, { tickets, questions }));
    const report = ({ known, people }: CorrectionPlan): ImportReply => ({
      ...importReport(file, known, tickets),
      updateCount: 0,
      update: people,
      sheets: input.sheets.names,
      sheet: input.sheets.chosen,
    });
    const total = peopleIn(file.registrations);
    const mayWrite = file.problems.length <= maxProblems(input) && file.registrations.length > 0;
    if (dryRun || !mayWrite) {
      const registered = await findKnown(db, event.id, file.registrations);
      const plan = input.isUpdate
        ? await planCorrections(db, event.id, registered)
        : noCorrections(registered);
      const payload = report(plan);
      const refusal = shortageOf(input, tickets, withoutKnown(file.registrations, registered));
      // Problems of rows are reported before missing places, except in a dry run that may leave these rows out.
      if (refusal !== null && (payload.skippedCount === 0 || (dryRun && input.goodRowsOnly))) throw refusal;
      await storeState("failed", 0, total);
      return payload;
    }
    // A partial import registers nobody who is known, so it does not know yet how many places it needs.
    const isPartial = input.goodRowsOnly || input.isUpdate;
    const shortage = isPartial ? null : shortageOf(input, tickets, file.registrations);
    if (shortage !== null) throw shortage;
    const reportWritten = (count: number) =>
      Promise.allSettled([storeState("writing", count, total), indexSearchEntries(db)]);
    const payload = await onceInTransaction(db, idempotency, async (tx) => {
      const { importId, insertCount, plan } = await writePeople(
        tx,
        file,
        { ...input, tickets, questions },
        (count) => background.begin(() => reportWritten(count)),
        guards,
      );
      return { ...report(plan), insertCount, updateCount: plan.people.changed, importId };
    }).catch((error: unknown) => {
      if (error instanceof NothingToWrite) return report(error.plan);
      throw error;
    });
    await background.end();
    await updateIndexesAfterImport(db, payload.insertCount);
    const isDone = payload.insertCount + payload.updateCount > 0;
    await storeState(isDone ? "done" : "failed", payload.insertCount, total);
    return payload;
  } catch (error) {
    await background.end();
    await storeState("failed", 0, 0);
    throw error;
  }
}

/** Updates search indexes and the planner's statistics after an import of many people. */
export async function updateIndexesAfterImport(db: Db, insertCount: number): Promise<void> {
  if (insertCount >= manyPeople) await Promise.allSettled([indexSearchEntries(db), updateStatistics(db)]);
}

function maxProblems({ goodRowsOnly }: Pick<ImportInput, "goodRowsOnly">): number {
  return goodRowsOnly ? MOST_ROWS_RETURNED : 0;
}

/** Runs `work`, which must not fail, in the background. Work that would begin while other work runs is skipped. */
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

/** `importId` is null if nobody was registered. */
export interface WrittenPeople {
  importId: number | null;
  insertCount: number;
  plan: CorrectionPlan;
}

export type WriteInput = Pick<ImportInput, "now" | "actor" | "fileName" | "goodRowsOnly" | "isUpdate"> & {
  event: Pick<EventRow, "id" | "currency">;
} & EventForm;

/**
 * Writes the new registrations of a file and, with `isUpdate`, the corrections of stored ones.
 * @throws NothingToWrite if the file changes nothing, or more than `maxProblems` rows have errors; also what
 * `claimPlaces` throws.
 */
export async function writePeople(
  tx: Tx,
  file: PeopleFile,
  input: WriteInput,
  reportWritten: (count: number) => void = () => {},
  guards: ImportGuards = { lockImports },
): Promise<WrittenPeople> {
  const { event, tickets, questions, now, actor, fileName } = input;
  await guards.lockImports(tx, event.id);
  // The whole file is compared before its first row is written, because two of its orders may have the same address.
  const known = (await hasTakenPlaces(tx, event.id))
    ? await findKnown(tx, event.id, file.registrations)
    : new Map<ImportedRegistration, string | null>();
  const knownRows = input.isUpdate ? 0 : rowsIn([...known.keys()]);
  if (file.problems.length + knownRows > maxProblems(input)) throw new NothingToWrite(noCorrections(known));
  const written = withoutKnown(file.registrations, known);
  const importId = await createImport(tx, { eventId: event.id, actor, fileName, now });
  const made = await makeTickets(tx, file, { eventId: event.id, actor });
  const storedTicketId = (id: number) => made.get(id)?.id ?? id;
  const keyedQuestions = [
    ...questions.map((question) => ({ ...question, key: question.id })),
    ...(await makeQuestions(tx, file, { eventId: event.id, actor })),
  ];
  const target = {
    eventId: event.id,
    currency: event.currency,
    tickets: [...tickets, ...made.values()],
    now,
    importId,
  };
  await queueSearchEntries(tx);
  const registrationIds: number[] = [];
  const arrivals: ImportedArrival[] = [];
  const registeredCounts = newRegisteredCounts();
  let insertCount = 0;
  const chunks = chunksOf(written);
  const draftNext = () => draftRegistrations(chunks.next().value ?? []);
  for (let drafts = draftNext(); drafts.length > 0; ) {
    const rows = await assignIds(tx, drafts, { now, storedTicketId });
    await releaseOldCodes(tx, event.id, oldCodesOf(drafts.map(({ registration }) => registration)));
    await insertRegistrations(tx, target, rows.registrations);
    await insertFreeOrders(tx, target, rows.orders);
    for (const { registrationId } of rows.registrations) registrationIds.push(registrationId);
    for (const { attendeeId, registrationId, checkedInAt } of rows.attendees)
      if (checkedInAt !== null) arrivals.push({ attendeeId, registrationId, at: checkedInAt });
    for (const { ticketId, createdAt, isWaiting } of rows.attendees)
      if (!isWaiting) registeredCounts.add(createdAt, ticketId);
    // The statement is sent first, so that PostgreSQL writes while the next rows are prepared.
    const draftMeanwhile = async () => {
      await setImmediate();
      return draftNext();
    };
    [, drafts] = await Promise.all([insertAttendees(tx, target, rows.attendees), draftMeanwhile()]);
    await insertAnswersOf(tx, keyedQuestions, rows.attendees);
    insertCount += rows.attendees.length;
    reportWritten(insertCount);
  }
  if (registrationIds.length > 0)
    await claimPlaces(tx, event.id, placesNeeded(written, storedTicketId), guards.lockPlaces);
  const plan = await correctKnown(tx, { known, file, questions: keyedQuestions }, input, guards.correct);
  if (registrationIds.length === 0 && plan.corrections.size === 0) throw new NothingToWrite(plan);
  if (registrationIds.length === 0) {
    await deleteImport(tx, importId);
    return { importId: null, insertCount: 0, plan };
  }
  const correctedOrKept = [...plan.known].flatMap(([one, reason]) => (reason === null ? [one] : []));
  const isActive = (registration: ImportedRegistration) => !isWaitingGroup(registration);
  await countImported(tx, event.id, {
    sold: placesNeeded(written.filter(isActive), storedTicketId),
    held: placesNeeded(written.filter(isWaitingGroup), storedTicketId),
  });
  await storeImportCounts(tx, importId, {
    people: insertCount,
    registrations: registrationIds.length,
    left_out: file.rowCount - rowsIn(written) - rowsIn(correctedOrKept),
  });
  const detail = {
    importId,
    count: insertCount,
    registrations: { from: registrationIds[0], to: registrationIds.at(-1) },
  };
  await record(tx, entryOfEvent(event.id, { actor, action: "imported", detail }));
  await insertArrivals(tx, { eventId: event.id, importId }, arrivals);
  await countRegistered(tx, event.id, registeredCounts.all());
  return { importId, insertCount, plan };
}

async function correctKnown(
  tx: Tx,
  {
    known,
    file,
    questions,
  }: { known: KnownRegistrations; file: PeopleFile; questions: readonly ImportQuestion[] },
  input: WriteInput,
  guards: CorrectGuards = correctGuards,
): Promise<CorrectionPlan> {
  if (!input.isUpdate || known.size === 0) return noCorrections(known);
  const eventId = input.event.id;
  const plan = await planLocked(tx, eventId, { registered: known, guards });
  const refusedRows = rowsIn([...plan.known].flatMap(([one, reason]) => (reason === null ? [] : [one])));
  if (file.problems.length + refusedRows > maxProblems(input)) throw new NothingToWrite(plan);
  await writeCorrected(tx, plan, { eventId, actor: input.actor, questions });
  return plan;
}

function rowsIn(registrations: readonly ImportedRegistration[]): number {
  return registrations.reduce((sum, { rows }) => sum + rows.length, 0);
}

function* chunksOf(
  registrations: readonly ImportedRegistration[],
): Generator<ImportedRegistration[], undefined> {
  let chunk: ImportedRegistration[] = [];
  let people = 0;
  for (const registration of registrations) {
    chunk.push(registration);
    people += peopleIn([registration]);
    if (people < chunkSize) continue;
    yield chunk;
    chunk = [];
    people = 0;
  }
  if (chunk.length > 0) yield chunk;
}

function shortageOf(
  { event }: ImportInput,
  tickets: readonly TicketRow[],
  registrations: readonly ImportedRegistration[],
): DomainError | null {
  const ticketsById = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return shortageRefusal(event, ticketsById, placesNeeded(registrations));
}

interface EventForm {
  tickets: readonly TicketRow[];
  questions: readonly QuestionRow[];
}

function ruleOf(input: ImportInput, { tickets, questions }: EventForm): FileRule {
  const { event, ticketId, ticketUses } = input;
  if (ticketId !== null && !tickets.some(({ id }) => id === ticketId))
    throw invalidInput({ path: "ticketId", message: "is not a ticket of this event" });
  const foreign = Object.entries(ticketUses).filter(
    ([, use]) => typeof use === "number" && !tickets.some(({ id }) => id === use),
  );
  if (foreign.length > 0)
    throw invalidInput(
      ...foreign.map(([text]) => ({
        path: `values.ticket.${text}`,
        message: "is not a ticket of this event",
      })),
    );
  const active = tickets.filter((ticket) => ticket.is_active);
  return {
    ...input,
    reportsColumnProblems: input.dryRun,
    currency: event.currency,
    timeZone: event.time_zone,
    questions,
    choices: input.columns,
    tickets,
    defaultTicketId: ticketId ?? (active.length === 1 ? active[0]!.id : null),
  };
}
