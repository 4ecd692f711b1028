/**
 * People get free registrations, and what they paid is only a note.
 * No lock order is needed: others do not see the new event and its parts until the commit.
 */
import type { PayloadOf } from "../../contract/all.ts";
import type { EventFile } from "../../contract/shapes/eventFile.ts";
import { createTaxRate } from "../clubs/saveTaxRate.ts";
import { presentTaxRate, taxRatesOfClub } from "../clubs/taxRateRows.ts";
import type { CallContext } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { draftOf } from "../events/change.ts";
import { checkedSlug, createEvent } from "../events/saveEvent.ts";
import { createExtras } from "../extras/saveExtras.ts";
import { hideQuestions, insertQuestion, type QuestionRow } from "../forms/rows.ts";
import { saveQuestions } from "../forms/saveQuestions.ts";
import { insertRecords, type RecordFile } from "../people/import/archivedRecords.ts";
import { createImport } from "../people/import/attendeeImports.ts";
import { questionForAnyText } from "../people/import/importColumns.ts";
import { updateIndexesAfterImport, writePeople } from "../people/import/importPeople.ts";
import { readPeople } from "../people/import/readPeople.ts";
import { createPromoCode } from "../promoCodes/savePromoCode.ts";
import { insertImportedSponsors } from "../sponsorships/importedSponsors.ts";
import { createPackage } from "../sponsorships/savePackage.ts";
import { ticketsOfEvent } from "../tickets/rows.ts";
import { createShared } from "../tickets/saveShared.ts";
import { createTicket } from "../tickets/saveTicket.ts";
import { insertImportedEntries } from "../waiting/rows.ts";
import { isArchivedEmail } from "./archivedEmail.ts";
import type { ArchivedPeople } from "./archivedPeople.ts";
import { archivedSponsors } from "./archivedSponsors.ts";
import { archivedWaiting } from "./archivedWaiting.ts";
import { recordCounts } from "./keptRecords.ts";
import type { LeftOut } from "./leftOut.ts";
import { archiveNames } from "./names.ts";

export interface FromArchiveInput extends CallContext {
  clubId: number;
  file: EventFile;
  /** Makes the rows, given the stored ids of the questions; null for an event without its people. */
  people: ((questionIds: readonly number[]) => ArchivedPeople) | null;
  waitingList: string[][];
  sponsors: string[][];
  /** Rows that are stored only for reading. */
  records: readonly RecordFile[];
  /** The stored names of logos by their names in the archive. */
  logos: ReadonlyMap<string, string>;
  /** What the conversion from pretix left out, apart from people. */
  leftOut?: readonly LeftOut[];
  words?: SourceWords;
  /** The stored name of the banner. */
  banner: string | null;
  fileName: string | null;
  dryRun: boolean;
  actor: string;
}

export interface SourceWords {
  event: string;
  people: string;
  remedy: string;
}

const archiveWords: SourceWords = {
  event: "The file event.json is wrong",
  people: "The people of this archive cannot be imported",
  remedy: "Leave the people out, or import attendees.csv later.",
};

/** Makes a draft event. @throws invalidFile if a part is refused; also what `createEvent` and `writePeople` throw. */
export async function createFromArchive(
  db: Db,
  { clubId, file, people, banner, dryRun, leftOut = [], words = archiveWords, ...context }: FromArchiveInput,
): Promise<PayloadOf<"event/fromArchive">> {
  const draft = { ...draftOf({ ...file.event, isActive: false }, clubId), banner };
  const { slug, name } = file.event;
  const { suggestion } = await checkedSlug(db, { slug: slug ?? undefined, name });
  const made = await createEvent(db, {
    ...context,
    draft,
    slug: suggestion,
    dryRun,
    andThen: async (tx, eventId) => {
      const parts = await writeParts(tx, { eventId, clubId, file, actor: context.actor, words });
      const imported =
        people === null
          ? nothingImported
          : await importArchived(tx, { ...context, eventId, clubId, file, people, dryRun, parts, words });
      return { imported: { ...imported, leftOut: [...imported.leftOut, ...leftOut] } };
    },
  });
  const imported = made.imported ?? nothingImported;
  await updateIndexesAfterImport(db, imported.people);
  return { ...made, imported };
}

const nothingImported: PayloadOf<"event/fromArchive">["imported"] = {
  importId: null,
  people: 0,
  registrations: 0,
  leftOut: [],
  unkeptFields: [],
  waitingList: 0,
  sponsors: 0,
  records: [],
};

/** Stored ids by the ids in the file; `questions` has the file's order. */
interface StoredParts {
  tickets: ReadonlyMap<number, number>;
  packages: ReadonlyMap<number, number>;
  questions: QuestionRow[];
}

interface PartsToWrite {
  eventId: number;
  clubId: number;
  file: EventFile;
  actor: string;
  words: SourceWords;
}

async function writeParts(tx: Tx, source: PartsToWrite): Promise<StoredParts> {
  const { eventId, clubId, file, actor } = source;
  const entry = entryWriter(source.words);
  const rates = await writeTaxRates(tx, source);
  const shared = new Map<number, number>();
  for (const [index, { id, ...input }] of file.sharedCapacities.entries()) {
    const stored = await entry("sharedCapacities", index, () => createShared(tx, eventId, input, actor));
    shared.set(id, stored.id);
  }
  const tickets = new Map<number, number>();
  for (const [index, { id, ...input }] of file.tickets.entries())
    await entry("tickets", index, async () => {
      const storedIds = {
        sharedCapacityId: storedId(shared, input.sharedCapacityId, "sharedCapacityId"),
        taxRateId: storedId(rates, input.taxRateId, "taxRateId"),
      };
      tickets.set(id, (await createTicket(tx, eventId, { ...input, ...storedIds }, actor)).id);
    });
  const questions = await entry("questions", null, () => writeQuestions(tx, source, tickets));
  for (const [index, { id: _id, ...input }] of file.extras.entries())
    await entry("extras", index, () => {
      const taxRateId = storedId(rates, input.taxRateId, "taxRateId");
      return createExtras(tx, eventId, { ...input, taxRateId }, actor);
    });
  const owner = { clubId, event: { id: eventId, currency: file.event.currency } };
  const packages = new Map<number, number>();
  for (const [index, { id, tickets: contained, ...input }] of file.packages.entries())
    await entry("packages", index, async () => {
      const storedIds = {
        taxRateId: storedId(rates, input.taxRateId, "taxRateId"),
        tickets: contained && { ...contained, ticketId: storedId(tickets, contained.ticketId, "ticketId")! },
      };
      packages.set(id, (await createPackage(tx, owner, { ...input, ...storedIds }, actor)).id);
    });
  for (const [index, { id: _id, ...input }] of file.promoCodes.entries())
    await entry("promoCodes", index, () => {
      const ticketIds = input.ticketIds?.map((id) => storedId(tickets, id, "ticketIds")!);
      return createPromoCode(tx, eventId, { ...input, ticketIds }, actor);
    });
  return { tickets, packages, questions };
}

/** The ids of the club's rates by the ids in the file: an equal rate, else a new one. */
async function writeTaxRates(
  tx: Tx,
  { clubId, file, actor, words }: PartsToWrite,
): Promise<Map<number, number>> {
  const entry = entryWriter(words);
  const known = (await taxRatesOfClub(tx, clubId)).map(presentTaxRate);
  const stored = new Map<number, number>();
  for (const [index, { id, ...rate }] of file.taxRates.entries()) {
    const same = known.find(
      (one) =>
        one.name === rate.name &&
        one.percent === rate.percent &&
        one.validFrom === (rate.validFrom ?? null) &&
        one.isActive === (rate.isActive ?? true),
    );
    const { id: rateId } =
      same ?? (await entry("taxRates", index, () => createTaxRate(tx, clubId, rate, actor)));
    stored.set(id, rateId);
  }
  return stored;
}

function writeQuestions(
  tx: Tx,
  { eventId, file, actor }: PartsToWrite,
  tickets: ReadonlyMap<number, number>,
): Promise<QuestionRow[]> {
  // The n-th question of a request has the id -n.
  const positions = new Map(file.questions.map(({ id }, index) => [id, -1 - index]));
  const questions = file.questions.map(({ id: _id, ...question }) => ({
    ...question,
    ticketIds: question.ticketIds?.map((id) => storedId(tickets, id, "ticketIds")!) ?? null,
    showIf: question.showIf && {
      ...question.showIf,
      questionId: storedId(positions, question.showIf.questionId, "showIf.questionId")!,
    },
  }));
  return saveQuestions(tx, { eventId, questions, removedIds: [], tickets: [...tickets.values()], actor });
}

/** Writes the removed questions, hidden. The returned ones accept any text, whatever their type was. */
async function writeRemovedQuestions(
  tx: Tx,
  eventId: number,
  questions: EventFile["removedQuestions"],
): Promise<QuestionRow[]> {
  const written: QuestionRow[] = [];
  for (const [index, { typeId, text, options = null, askedOf = "guest" }] of questions.entries()) {
    const id = await insertQuestion(tx, {
      event_id: eventId,
      type_id: typeId,
      text,
      required: false,
      options,
      sort_order: index,
      asked_of: askedOf,
    });
    written.push(questionForAnyText(id, text));
  }
  await hideQuestions(
    tx,
    written.map(({ id }) => id),
  );
  return written;
}

/** @throws invalidFile if the file has no entry with this id. */
function storedId(
  stored: ReadonlyMap<number, number>,
  id: number | null | undefined,
  field: string,
): number | null {
  if (id === null || id === undefined) return null;
  const found = stored.get(id);
  if (found === undefined) throw new DomainError("invalidFile", `${field} has no match in this file.`);
  return found;
}

/** Makes a function that runs a write, and names the entry or list in its refusal. */
function entryWriter({ event }: SourceWords) {
  return async <T>(list: string, index: number | null, write: () => Promise<T> | T): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const place = index === null ? list : `entry ${index + 1} of ${list}`;
      throw new DomainError("invalidFile", `${event}, ${place}: ${error.message}`);
    }
  };
}

interface PeopleToImport
  extends Pick<
    FromArchiveInput,
    "clubId" | "waitingList" | "sponsors" | "records" | "logos" | "actor" | "fileName" | "now" | "dryRun"
  > {
  eventId: number;
  file: EventFile;
  people: (questionIds: readonly number[]) => ArchivedPeople;
  parts: StoredParts;
  words: SourceWords;
}

async function importArchived(
  tx: Tx,
  input: PeopleToImport,
): Promise<PayloadOf<"event/fromArchive">["imported"]> {
  const { eventId, clubId, parts, dryRun, logos } = input;
  const { currency } = input.file.event;
  const waiting = archivedWaiting(input.waitingList, parts.tickets);
  const sponsors = archivedSponsors(input.sponsors, { packages: parts.packages, currency });
  const people = await importArchivedPeople(tx, input);
  const counts = {
    ...people,
    leftOut: [...people.leftOut, ...waiting.leftOut, ...sponsors.leftOut],
    waitingList: waiting.entries.length,
    sponsors: sponsors.sponsors.length,
    records: recordCounts(input.records),
  };
  if (counts.waitingList + counts.sponsors + counts.records.length === 0) return counts;
  const importId = people.importId ?? (await createImport(tx, input));
  const inserted = await insertImportedEntries(tx, { eventId, importId }, waiting.entries);
  if (inserted < waiting.entries.length)
    throw new DomainError(
      "invalidFile",
      `The file ${archiveNames.waitingList} of this archive is wrong: an address waits twice for the same ticket.`,
    );
  const isEnough = await insertImportedSponsors(
    tx,
    { eventId, clubId, currency, importId },
    sponsors.sponsors.map(({ logo, ...one }) => ({ ...one, logo: (logo && logos.get(logo)) ?? null })),
  );
  if (!isEnough)
    throw new DomainError(
      "invalidFile",
      `The file ${archiveNames.sponsors} of this archive is wrong: it has more sponsors of a package than event.json has of it.`,
    );
  if (!dryRun) await insertRecords(tx, { eventId, importId }, input.records);
  return { ...counts, importId: dryRun ? null : importId };
}

async function importArchivedPeople(
  tx: Tx,
  { eventId, file, people: peopleOf, parts, dryRun, actor, fileName, now, words }: PeopleToImport,
): Promise<PayloadOf<"event/fromArchive">["imported"]> {
  const removed = await writeRemovedQuestions(tx, eventId, file.removedQuestions);
  const questions = [...parts.questions, ...removed];
  const archived = peopleOf(questions.map(({ id }) => id));
  if (archived.rows.length === 1) return { ...nothingImported, leftOut: archived.leftOut };
  const tickets = await ticketsOfEvent(tx, eventId, { onlyActive: false });
  const { currency, timeZone } = file.event;
  const people = await readPeople(oneBatch(archived), {
    reportsColumnProblems: false,
    isAddress: isArchivedEmail,
    currency,
    timeZone,
    now,
    questions,
    choices: archived.columns,
    states: {},
    goodRowsOnly: false,
    everybodyWaits: false,
    tickets,
    ticketUses: Object.fromEntries([...parts.tickets].map(([id, stored]) => [String(id), stored])),
    answers: [],
    defaultTicketId: null,
  });
  const [first] = people.problems;
  if (first !== undefined) {
    const others = people.problems.length - 1;
    throw new DomainError(
      "invalidFile",
      `${words.people}: row ${first.row} ${first.reasons.join("; ")}${others === 0 ? "" : `, and ${others.toLocaleString("en-US")} more`}. ${words.remedy}`,
    );
  }
  const counts = {
    people: people.registrations.reduce(
      (sum, one) => sum + one.rows.reduce((count, { quantity }) => count + quantity, 0),
      0,
    ),
    registrations: people.registrations.length,
    leftOut: archived.leftOut,
    unkeptFields: people.fields.report().unkeptColumns,
  };
  if (dryRun) return { importId: null, ...counts };
  const { importId } = await writePeople(tx, people, {
    event: { id: eventId, currency },
    tickets,
    questions,
    goodRowsOnly: false,
    isUpdate: false,
    actor,
    fileName,
    now,
  });
  return { importId, ...counts };
}

async function* oneBatch({ rows }: ArchivedPeople): AsyncGenerator<string[][]> {
  yield rows;
}
