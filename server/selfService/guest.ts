/** Guests read and change their own ticket with its link. The proof is the secret of the ticket's code. */
import type { BodyOf, PayloadOf, QueryOf } from "../../contract/all.ts";
import { isAskedOf } from "../../contract/rules/questions/asked.ts";
import type { Attendee } from "../../contract/shapes/registration.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { presentEvent, presentWholeEvent } from "../events/present.ts";
import { eventKey, shownEventById } from "../events/rows.ts";
import { buyerQuestionIds, presentQuestion, questionsOfEvents } from "../forms/rows.ts";
import { missingOf, missingOfGuest } from "../registrations/missing.ts";
import { presentAttendees } from "../registrations/present.ts";
import { type AttendeeRow, registrationOfTicket } from "../registrations/rows.ts";
import { correctionsOf, writeCorrections } from "./correct.ts";
import {
  answeringOf,
  checkedInRefusalOf,
  correctionOf,
  type LockOwnRegistration,
  lockOwnRegistration,
  type RegistrationKey,
  readOwnRegistration,
} from "./ownChanges.ts";

/**
 * A guest's ticket with its questions, the deadline of changes, and a refusal.
 * @throws notFound
 */
export async function guestTicket(
  db: Db,
  proof: QueryOf<"registration/getGuest">,
  now: Date,
): Promise<PayloadOf<"registration/getGuest">> {
  const key = await guestKey(db, proof);
  const own = await readOwnRegistration(db, key);
  const row = requireTicket(own.people, proof);
  const event = await shownEventById(db, own.event.id, now);
  if (event === undefined) throw notFound("ticket");
  const { until, refusal } = correctionOf(own, now);
  const questions = await questionsOfEvents(db, [event.id]);
  const person = answeringOf(own, row, "guest");
  const isActive = own.registration.state === "active";
  return {
    attendee: await presentGuest(db, row, isActive),
    questions: questions.map(presentQuestion).filter((question) => isAskedOf(question, person)),
    event: isActive ? presentWholeEvent(event) : presentEvent(event),
    until: until.toISOString(),
    refusal: refusal?.message ?? checkedInRefusalOf(row),
  };
}

/** Saves a guest's own details. If answers are sent, no required answer may be missing. */
export function saveGuest(
  db: Db,
  { attendeeId, qrUuid, ...fields }: BodyOf<"registration/saveGuest">,
  { idempotency, now }: CallContext,
  lock: LockOwnRegistration = lockOwnRegistration,
): Promise<PayloadOf<"registration/saveGuest">> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const proof = { attendeeId, qrUuid };
    const key = await guestKey(tx, proof);
    const own = await lock(tx, key);
    // A ticket that was passed on before the lock has another secret.
    requireTicket(own.people, proof);
    const { refusal } = correctionOf(own, now);
    if (refusal !== null) throw new DomainError(refusal.code, refusal.message);
    const attendees = [{ attendeeId, ...fields }];
    const corrections = await correctionsOf(tx, own, { attendees, by: "guest" });
    const { people } = await writeCorrections(tx, own, { corrections, by: "guest", now });
    return presentGuest(tx, requireTicket(people, proof), true);
  });
}

async function guestKey(db: Db, proof: { attendeeId: number; qrUuid: string }): Promise<RegistrationKey> {
  const registration = await registrationOfTicket(db, proof);
  if (registration === undefined) throw notFound("ticket");
  return { registrationId: registration.id, accessKey: registration.access_key };
}

function requireTicket(
  people: readonly AttendeeRow[],
  { attendeeId, qrUuid }: { attendeeId: number; qrUuid: string },
): AttendeeRow {
  const row = people.find(({ id, qr_uuid }) => id === attendeeId && qr_uuid === qrUuid.toLowerCase());
  if (row === undefined) throw notFound("ticket");
  return row;
}

/**
 * A ticket as its own link shows it: without answers to the buyer's questions, because the buyer may have passed it on.
 */
export async function presentGuest(db: Db, row: AttendeeRow, isActive: boolean): Promise<Attendee> {
  const key = isActive ? await eventKey(db, row.event_id) : undefined;
  const [presented] = presentAttendees([row], key?.private_key ?? null);
  const missing = await missingOf(db, row.registration_id, missingOfGuest);
  const ofBuyer = await buyerQuestionIds(db, row.event_id);
  const answers = presented!.answers.filter(({ questionId }) => !ofBuyer.has(questionId));
  return { ...presented!, answers, missing: missing.get(row.id) ?? [] };
}
