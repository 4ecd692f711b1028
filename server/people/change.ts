/**
 * Changes an attendee. With another ticket of the same event, a place of it is taken and the old place is
 * released. The payment stays unchanged, and the holder gets the new ticket by mail.
 * Lock order: event → tickets → extras → registration.
 */
import { randomUUID } from "node:crypto";
import type { BodyOf } from "../../contract/all.ts";
import type { FieldProblem } from "../../contract/endpoint.ts";
import { isAskedFor } from "../../contract/rules/questions/forTickets.ts";
import { answerProblem, answerText } from "../../contract/rules/questions.ts";
import { record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { recordAnswersChange } from "../door/changes.ts";
import { configOf } from "../events/present.ts";
import { questionsOfEvents } from "../forms/rows.ts";
import { sharedLeft } from "../holds/decide.ts";
import { type LockedRegistration, lockWithPlaces } from "../holds/move.ts";
import { lockPlaces } from "../holds/rows.ts";
import { exchangePlace } from "../holds/staffMoves.ts";
import { queueMails } from "../mail/mail.ts";
import { ticketAddress } from "../registrations/addressees.ts";
import {
  type AttendeeChange,
  registrationOfAttendee,
  replaceAnswers,
  updateAttendee,
} from "../registrations/attendeeRows.ts";
import { registrationById } from "../registrations/rows.ts";
import { ticketById } from "../tickets/rows.ts";
import { type ListedRow, listedRows } from "./rows.ts";
import { mailTo } from "./sendTickets.ts";

type Change = BodyOf<"registration/updateAttendee">;

/** Makes the change and returns the changed attendee. */
export function changeAttendee(db: Db, change: Change, actor: string): Promise<ListedRow> {
  return inTransaction(db, async (tx) => {
    const { attendeeId, eventId, ticketId } = change;
    const registrationId = await registrationOfAttendee(tx, eventId, attendeeId);
    if (registrationId === undefined) throw notFound("attendee");
    const ticket = ticketId === undefined ? undefined : await ticketById(tx, ticketId);
    if (ticketId !== undefined && ticket?.event_id !== eventId)
      throw invalidInput([{ path: "ticketId", message: "is not a ticket of this event" }]);
    // The new ticket may not be one of the registration's, so it is locked with those in the same order.
    const ownTickets = (await registrationById(tx, registrationId))!.lines.flatMap(({ kind, refId }) =>
      kind === "ticket" ? [refId] : [],
    );
    const tickets = [...new Set([...ownTickets, ...(ticketId === undefined ? [] : [ticketId])])];
    const places = await lockPlaces(tx, { events: [eventId], tickets, extras: [] });
    const registration = await lockWithPlaces(tx, registrationId);
    const [row] = await listedRows(tx, [attendeeId]);
    if (registration === undefined || row === undefined) throw notFound("attendee");

    const from = row.ticket_id;
    if (ticketId !== undefined && ticketId !== from) {
      requireSettled(registration);
      const to = places.tickets.get(ticketId)!;
      const isShared = places.tickets.get(from)?.shared_capacity_id === to.shared_capacity_id;
      // A place of the same capacity replaces itself.
      const freeOfShared = isShared ? null : sharedLeft(places, to.shared_capacity_id);
      await exchangePlace(tx, registration, { attendeeId, from, to, sharedLeft: freeOfShared });
    }
    await updateAttendee(tx, attendeeId, columnsOf(change));
    // One person stands for all tickets of a registration if the event does not save all details.
    const isForOne = configOf(places.events.get(eventId)!).saveAllAttendeesDetails;
    const answers = await answersOf(tx, change, isForOne ? [ticketId ?? from] : tickets);
    await replaceAnswers(tx, attendeeId, answers);
    if (answers.length > 0) await recordAnswersChange(tx, attendeeId);
    const { attendeeId: _id, eventId: _event, ...changes } = change;
    await record(tx, [
      {
        actor,
        eventId,
        entity: "attendee",
        entityId: attendeeId,
        action: "changed",
        detail: { fields: Object.keys(changes), ticketFrom: from, ticketTo: ticketId ?? from },
      },
    ]);
    const changedRow = (await listedRows(tx, [attendeeId]))[0]!;
    if (changedRow.ticket_id !== from)
      await mailTicketChange(tx, changedRow, { from: row.ticket_title, actor });
    return changedRow;
  });
}

/** Records the exchange in the order's history, and mails the new ticket to its holder. */
async function mailTicketChange(
  tx: Tx,
  { registration_id, event_id: eventId, ...row }: ListedRow,
  { from, actor }: { from: string; actor: string },
): Promise<void> {
  const people = [`${row.first_name} ${row.last_name}`.trim()];
  const detail = { from, to: row.ticket_title, people };
  const entity = { entity: "registration", entityId: registration_id } as const;
  await record(tx, [{ actor, eventId, ...entity, action: "ticketChanged", detail }]);
  const recipient = ticketAddress(row, { email: row.registration_email });
  if (row.registration_state !== "active" || recipient === null) return;
  await queueMails(tx, [mailTo({ registrationId: registration_id, recipient }, `changed-${randomUUID()}`)]);
}

function requireSettled({ registration: { state } }: LockedRegistration): void {
  if (state === "held" || state === "pending")
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
async function answersOf(tx: Tx, { eventId, answers = [] }: Change, ticketIds: readonly number[]) {
  if (answers.length === 0) return [];
  const questions = new Map((await questionsOfEvents(tx, [eventId])).map((row) => [row.id, row]));
  const problems: FieldProblem[] = [];
  const byQuestion = new Map<number, { questionId: number; text: string; answer: string | null }>();
  for (const [index, { questionId, answer }] of answers.entries()) {
    const path = `answers.${index}`;
    const question = questions.get(questionId);
    if (question === undefined) problems.push({ path, message: "is not a question of this event" });
    else {
      const problem = answerProblem({ ...question, typeId: question.type_id, required: false }, answer);
      if (problem !== null) problems.push({ path, message: problem });
      const text = answerText(answer);
      // An answer from before the ticket or the question changed can be removed.
      if (text !== null && !isAskedFor(question.ticket_ids, ticketIds))
        problems.push({ path, message: "is not asked for this ticket" });
      byQuestion.set(questionId, { questionId, text: question.text, answer: text });
    }
  }
  if (problems.length > 0) throw invalidInput(problems);
  return [...byQuestion.values()];
}
