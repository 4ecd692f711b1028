/**
 * Saves the people of holds. A buyer may repeat it while the hold is open (docs/wire.md §3.2).
 * Lock order: registrations by id → their attendees.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { boughtByField } from "../../contract/rules/nameParts.ts";
import { type BatchOutcome, createBatcher, type RunInTurn } from "../batcher.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { type QuestionRow, questionsOfEvents } from "../forms/rows.ts";
import { addAttendees, attendeeRows } from "../holds/newRows.ts";
import { noRows, readPlaces, takeIds, writeReservations } from "../holds/rows.ts";
import { buyerNameOf, checkPeople } from "../registrations/people.ts";
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

export interface SavePeopleRequest {
  body: BodyOf<"registration/save">;
  now: Date;
}

type SavePeopleReply = PayloadOf<"registration/save">;

/** Makes the function that saves people on a node. */
export function createSavePeople(
  db: Db,
  inTurn: RunInTurn,
): (request: SavePeopleRequest) => Promise<SavePeopleReply> {
  return createBatcher<SavePeopleRequest, SavePeopleReply>(
    (all) => inTransaction(db, (tx) => saveAllPeople(tx, all)),
    { concernsAll: isUnavailable, inTurn },
  );
}

/**
 * Replaces the people of registrations. Of two valid requests for one registration the later is saved, and both replies
 * contain its people. Safe to repeat after it threw. A test may pass a `read` without locks to show the race.
 */
export async function saveAllPeople(
  tx: Tx,
  all: readonly SavePeopleRequest[],
  read = lockRegistrations,
): Promise<BatchOutcome<SavePeopleReply>[]> {
  const found = await read(tx, [...new Set(all.map(({ body }) => body.registrationId))]);
  const registrations = new Map(found.map((row) => [row.id, row]));
  const rules = await rulesOf(tx, found);
  const changed = new Map<number, ChangedRegistration>();
  const refusals = all.map((request) => {
    const result = checkRequest(request, registrations.get(request.body.registrationId), rules);
    if (result instanceof DomainError) return result;
    registrations.set(result.registration.id, result.registration);
    changed.set(result.registration.id, result);
    return null;
  });
  const replies = await writePeople(tx, [...changed.values()], all[0]!.now);
  return all.map(({ body }, index) => {
    const refused = refusals[index];
    return refused ? { refused } : { reply: replies.get(body.registrationId)! };
  });
}

interface ChangedRegistration {
  registration: RegistrationRow;
  people: readonly NewPerson[];
}

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

function checkRequest(
  { body, now }: SavePeopleRequest,
  found: RegistrationRow | undefined,
  { events, questions }: Rules,
): ChangedRegistration | DomainError {
  try {
    const registration = requireAccessKey(found, body.accessKey);
    requireHold(registration, now);
    const { additionalFields = registration.additional_fields } = body;
    const boughtBy = additionalFields[boughtByField];
    const { saveAllAttendeesDetails, guestNamesLater } = configOf(events.get(registration.event_id)!);
    const outcome = checkPeople(body.attendees, {
      held: new Map(
        registration.lines.flatMap(({ kind, refId, quantity }) =>
          kind === "ticket" ? [[refId, quantity]] : [],
        ),
      ),
      saveAll: saveAllAttendeesDetails,
      namesLater: guestNamesLater,
      boughtBy: buyerNameOf(boughtBy),
      questions: questions.get(registration.event_id) ?? [],
      email: registration.email,
    });
    if ("problems" in outcome) return invalidInput(...outcome.problems);
    const changed = {
      ...registration,
      email: outcome.email,
      additional_fields: additionalFields,
      buyer_name: buyerNameOf(
        boughtBy,
        outcome.people.find(({ isPrimary }) => isPrimary),
      ),
    };
    return { registration: changed, people: outcome.people };
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function writePeople(
  tx: Tx,
  changed: readonly ChangedRegistration[],
  now: Date,
): Promise<ReadonlyMap<number, SavePeopleReply>> {
  if (changed.length === 0) return new Map();
  const registrations = changed.map(({ registration }) => registration);
  const count = changed.reduce((sum, { people }) => sum + people.length, 0);
  const ids = await takeIds(tx, { registrations: 0, attendees: count, orders: 0 });
  const rows = noRows();
  const replies = changed.map(({ registration, people }) => {
    const attendees = attendeeRows(people, registration, ids.attendees, now);
    addAttendees(rows, attendees);
    const sorted = attendees.toSorted((one, other) => Number(other.is_primary) - Number(one.is_primary));
    const reply = {
      registration: presentRegistration(registration),
      attendees: presentAttendees(sorted, null),
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
