/**
 * Saves the people of holds and their answers; may be repeated until payment (docs/wire.md §3.2). Concurrent requests
 * share one transaction and its statements (ARCHITECTURE.md, "The engine").
 * Lock order: registrations by id (no places move).
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { type BatchOutcome, createBatcher, type RunInTurn } from "../batcher.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { type QuestionRow, questionsOfEvents } from "../forms/rows.ts";
import { addAttendees, attendeeRows } from "../holds/newRows.ts";
import { noRows, readPlaces, takeIds, writeReservations } from "../holds/rows.ts";
import { checkPeople } from "../registrations/people.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import {
  lockRegistrations,
  type NewPerson,
  type RegistrationRow,
  removeAttendees,
  updateBuyers,
} from "../registrations/rows.ts";
import { requireHold } from "./requireHold.ts";

/** A request to save people. */
export interface SavePeopleRequest {
  body: BodyOf<"registration/save">;
  now: Date;
}

type Named = PayloadOf<"registration/save">;

/** Locks and reads registrations. A test may leave out the lock to show the race that it prevents. */
export type ReadRegistrations = typeof lockRegistrations;

/** Makes the function of a node that saves people. */
export function createSavePeople(db: Db, inTurn: RunInTurn): (naming: SavePeopleRequest) => Promise<Named> {
  return createBatcher<SavePeopleRequest, Named>((all) => inTransaction(db, (tx) => saveAllPeople(tx, all)), {
    isEverybodys: isUnavailable,
    inTurn,
  });
}

/**
 * Replaces the saved people, or returns the problems and writes nothing. If two requests are for one registration, the
 * later people stay and both replies have them. Safe to repeat after it threw.
 */
export async function saveAllPeople(
  tx: Tx,
  all: readonly SavePeopleRequest[],
  read: ReadRegistrations = lockRegistrations,
): Promise<BatchOutcome<Named>[]> {
  const found = await read(tx, [...new Set(all.map(({ body }) => body.registrationId))]);
  const registrations = new Map(found.map((row) => [row.id, row]));
  const rules = await rulesOf(tx, found);
  const people = new Map<number, readonly NewPerson[]>();
  const refusals = all.map((naming) => {
    const checked = check(naming, registrations.get(naming.body.registrationId), rules);
    if (checked instanceof DomainError) return checked;
    registrations.set(checked.registration.id, checked.registration);
    people.set(checked.registration.id, checked.people);
    return null;
  });
  const named = [...people].map(([id, theirs]) => ({ registration: registrations.get(id)!, people: theirs }));
  const replies = await write(tx, named, all[0]!.now);
  return all.map(({ body }, index) => {
    const refused = refusals[index];
    return refused ? { refused } : { reply: replies.get(body.registrationId)! };
  });
}

/** The changed registration with its people. */
interface Checked {
  registration: RegistrationRow;
  people: readonly NewPerson[];
}

/** The events and questions that people are checked against. */
interface Rules {
  events: ReadonlyMap<number, EventRow>;
  questions: ReadonlyMap<number, QuestionRow[]>;
}

async function rulesOf(tx: Tx, registrations: readonly RegistrationRow[]): Promise<Rules> {
  const eventIds = [...new Set(registrations.map((registration) => registration.event_id))];
  if (eventIds.length === 0) return { events: new Map(), questions: new Map() };
  const { events } = await readPlaces(tx, { events: eventIds, tickets: [], extras: [] }, { lock: false });
  const questions = await questionsOfEvents(tx, eventIds);
  return { events, questions: Map.groupBy(questions, (question) => question.event_id) };
}

function check(
  { body, now }: SavePeopleRequest,
  found: RegistrationRow | undefined,
  { events, questions }: Rules,
): Checked | DomainError {
  try {
    const registration = requireAccessKey(found, body.accessKey);
    requireHold(registration, now);
    const outcome = checkPeople(body.attendees, {
      held: new Map(
        registration.lines.flatMap(({ kind, refId, quantity }) =>
          kind === "ticket" ? [[refId, quantity]] : [],
        ),
      ),
      saveAll: configOf(events.get(registration.event_id)!).saveAllAttendeesDetails,
      questions: questions.get(registration.event_id) ?? [],
      email: registration.email,
    });
    if ("problems" in outcome) return invalidInput(outcome.problems);
    const { additionalFields = registration.additional_fields } = body;
    const changed = { ...registration, email: outcome.email, additional_fields: additionalFields };
    return { registration: changed, people: outcome.people };
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function write(tx: Tx, named: readonly Checked[], now: Date): Promise<ReadonlyMap<number, Named>> {
  if (named.length === 0) return new Map();
  const registrations = named.map(({ registration }) => registration);
  const count = named.reduce((sum, { people }) => sum + people.length, 0);
  const ids = await takeIds(tx, { registrations: 0, attendees: count, orders: 0 });
  const rows = noRows();
  const replies = named.map(({ registration, people }) => {
    const attendees = attendeeRows(people, registration, ids.attendees, now);
    addAttendees(rows, attendees);
    const shown = attendees.toSorted((one, other) => Number(other.is_primary) - Number(one.is_primary));
    const reply = {
      registration: presentRegistration(registration),
      attendees: presentAttendees(shown, null),
    };
    return [registration.id, reply] as const;
  });
  await removeAttendees(
    tx,
    registrations.map(({ id }) => id),
  );
  await updateBuyers(tx, registrations);
  await writeReservations(tx, rows);
  return new Map(replies);
}
