/** Lock order: places → registration (holds/rows.ts) → attendee. */

import { randomUUID } from "node:crypto";
import type { BodyOf } from "../../contract/all.ts";
import type { AnsweringPerson } from "../../contract/rules/questions/asked.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { recordAnswersChange, recordBuyersChange } from "../door/changes.ts";
import { configOf } from "../events/present.ts";
import { questionsOfEvents } from "../forms/rows.ts";
import { sharedLeft } from "../holds/decide.ts";
import { hasHeldPlaces, type LockedRegistration, lockWithPlaces, placesHeldBy } from "../holds/move.ts";
import { lockPlaces } from "../holds/rows.ts";
import { exchangePlace } from "../holds/staffMoves.ts";
import { ticketAddress } from "../registrations/addressees.ts";
import {
  type AttendeeChange,
  registrationOfAttendee,
  replaceAnswers,
  updateAttendee,
} from "../registrations/attendeeRows.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { type JudgedAnswer, judgeAnswers } from "../registrations/people.ts";
import { awaitsActivation, registrationById } from "../registrations/rows.ts";
import { ticketMailAgain } from "../registrations/tickets.ts";
import { ticketById } from "../tickets/rows.ts";
import { type ListedRow, listedRows } from "./rows.ts";
import { mailAgain } from "./sendTickets.ts";

type Change = BodyOf<"registration/updateAttendee">;

/** Changes and returns an attendee. Another ticket leaves the payment unchanged. */
export function changeAttendee(db: Db, change: Change, actor: string): Promise<ListedRow> {
  return inTransaction(db, async (tx) => {
    const { attendeeId, eventId, ticketId } = change;
    const registrationId = await registrationOfAttendee(tx, eventId, attendeeId);
    if (registrationId === undefined) throw notFound("attendee");
    const ticket = ticketId === undefined ? undefined : await ticketById(tx, ticketId);
    if (ticketId !== undefined && ticket?.event_id !== eventId)
      throw invalidInput({ path: "ticketId", message: "is not a ticket of this event" });
    // The new ticket is locked with the registration's own places, so that all are locked in one order.
    const ownPlaces = placesHeldBy([(await registrationById(tx, registrationId))!]);
    const tickets = [...new Set([...ownPlaces.tickets, ...(ticketId === undefined ? [] : [ticketId])])];
    const places = await lockPlaces(tx, { ...ownPlaces, tickets });
    const registration = await lockWithPlaces(tx, registrationId);
    const [row] = await listedRows(tx, [attendeeId]);
    if (registration === undefined || row === undefined) throw notFound("attendee");

    const from = row.ticket_id;
    if (ticketId !== undefined && ticketId !== from) {
      requireSettled(registration);
      const to = places.tickets.get(ticketId)!;
      const sharesCapacity = places.tickets.get(from)?.shared_capacity_id === to.shared_capacity_id;
      // The exchange needs no free place in a capacity that both share.
      const freeOfShared = sharesCapacity ? null : sharedLeft(places, to.shared_capacity_id);
      await exchangePlace(tx, registration, { attendeeId, from, to, sharedLeft: freeOfShared });
    }
    await updateAttendee(tx, attendeeId, columnsOf(change));
    // Without this setting, one person answers for all tickets of the registration.
    const savesEachPerson = configOf(places.events.get(eventId)!).saveAllAttendeesDetails;
    const answers = await answersOf(tx, change, row, {
      ticketIds: savesEachPerson ? [ticketId ?? from] : tickets,
      boughtTicketIds: row.is_primary ? tickets : null,
    });
    await replaceAnswers(tx, attendeeId, answers);
    if (answers.length > 0) await recordAnswersChange(tx, [attendeeId]);
    if (row.is_primary) await recordBuyersChange(tx, [registrationId]);
    const { attendeeId: _id, eventId: _event, ...changes } = change;
    const detail = { fields: Object.keys(changes), ticketFrom: from, ticketTo: ticketId ?? from };
    await record(
      tx,
      entryOf("attendee", { id: attendeeId, event_id: eventId }, { actor, action: "changed", detail }),
    );
    const changedRow = (await listedRows(tx, [attendeeId]))[0]!;
    if (changedRow.ticket_id !== from)
      await recordAndMailExchange(tx, changedRow, { from: row.ticket_title, actor });
    return changedRow;
  });
}

async function recordAndMailExchange(
  tx: Tx,
  { registration_id, event_id: eventId, ...row }: ListedRow,
  { from, actor }: { from: string; actor: string },
): Promise<void> {
  const detail = { from, to: row.ticket_title, people: [attendeeName(row)] };
  const entity = { entity: "registration", entityId: registration_id } as const;
  await record(tx, { actor, eventId, ...entity, action: "ticketChanged", detail });
  const recipient = ticketAddress(row, { email: row.registration_email });
  if (row.registration_state !== "active" || recipient === null) return;
  await mailAgain(
    tx,
    ticketMailAgain({ registrationId: registration_id, recipient }, `changed-${randomUUID()}`),
  );
}

function requireSettled({ registration }: LockedRegistration): void {
  if (hasHeldPlaces(registration) && !awaitsActivation(registration))
    throw new DomainError("inUse", "Somebody is buying this at the moment. Wait until it is complete.");
}

function columnsOf({ firstName, lastName, email, phone }: Change): AttendeeChange {
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  };
}

/** The answers to store. Staff may leave out required ones. */
async function answersOf(
  tx: Tx,
  { eventId, answers: given = [] }: Change,
  row: ListedRow,
  person: AnsweringPerson,
): Promise<JudgedAnswer[]> {
  if (given.length === 0) return [];
  const stored = new Map(row.answers.map(({ questionId, answer }) => [questionId, answer]));
  const questions = await questionsOfEvents(tx, [eventId]);
  const { answers, problems } = judgeAnswers(given, { questions, person, binds: false, stored });
  if (problems.length > 0) throw invalidInput(...problems);
  return answers;
}
