/** Invariant: a checked-in ticket cannot be passed on. Lock order: that of ownChanges.ts → the limit of mails. */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { entryOf, record, timesSince } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { eventKey } from "../events/rows.ts";
import { questionsOfEvents } from "../forms/rows.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import { queueMails } from "../mail/mail.ts";
import { replacePerson } from "../registrations/attendeeRows.ts";
import { isAttendingBuyer } from "../registrations/attendingBuyer.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { checkPeople } from "../registrations/people.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import {
  type AttendeeRow,
  attendeesOf,
  type NewPerson,
  registrationById,
  storeBuyerName,
} from "../registrations/rows.ts";
import { ticketGoneMails } from "../registrations/ticketGoneMails.ts";
import { ticketMailAgain } from "../registrations/tickets.ts";
import {
  decideOwnChange,
  type LockedOwnRegistration,
  type LockOwnRegistration,
  lockOwnRegistration,
  ticketIdsOf,
} from "./ownChanges.ts";

type PassOnRequest = BodyOf<"registration/passOn">;

/** Each change of the holder mails up to three people. */
const maxPerDay = 5;

/** Passes a ticket on to another person. */
export function passOn(
  db: Db,
  body: PassOnRequest,
  { idempotency, now }: CallContext,
  lock: LockOwnRegistration = lockOwnRegistration,
): Promise<PayloadOf<"registration/passOn">> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const own = await lock(tx, body);
    const attendee = own.people.find(({ id }) => id === body.attendeeId);
    if (attendee === undefined)
      throw invalidInput({ path: "attendeeId", message: "is not of this registration" });
    const { passOnRefusal, tickets } = decideOwnChange(own, now).changes;
    const refusal = passOnRefusal ?? tickets.find((one) => one.attendeeId === attendee.id)?.refusal ?? null;
    if (refusal !== null) throw new DomainError("notActive", refusal);
    const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
    if (
      (await timesSince(tx, { entity: "attendee", entityId: attendee.id, action: "passedOn" }, dayAgo)) >=
      maxPerDay
    )
      throw new DomainError("tooMany", "This ticket was passed on several times today. Try again tomorrow.");
    const person = await personOf(tx, own, attendee, body);
    if (attendee.is_primary) await storeBuyerName(tx, own.registration.id);
    await replacePerson(tx, attendee.id, person);
    await recordAndNotify(tx, own, { from: attendee, to: person, now });
    const rows = await attendeesOf(tx, own.registration.id, { qrUuid: person.qrUuid });
    const [presented] = presentAttendees(rows, (await eventKey(tx, own.event.id))?.private_key ?? null);
    const registration = (await registrationById(tx, own.registration.id))!;
    return { registration: presentRegistration(registration), attendee: presented! };
  });
}

/**
 * The new holder. Required questions must be answered only for the buyer's own ticket. Answers to the buyer's questions
 * stay.
 */
async function personOf(
  tx: Tx,
  own: LockedOwnRegistration,
  attendee: AttendeeRow,
  { firstName, lastName, email, answers }: PassOnRequest,
): Promise<NewPerson> {
  const { ticket_id: ticketId } = attendee;
  const mustAnswer = isAttendingBuyer(attendee, own.registration);
  const questions = await questionsOfEvents(tx, [own.event.id]);
  const result = checkPeople([{ ticketId, firstName, lastName, email, answers }], {
    held: new Map(ticketIdsOf(own, attendee).map((id) => [id, 1])),
    saveAll: false,
    questions: questions
      .filter(({ asked_of }) => asked_of === "guest")
      .map((question) => ({ ...question, required: question.required && mustAnswer })),
    email,
  });
  if ("problems" in result)
    throw invalidInput(
      ...result.problems.map(({ path, message }) => ({ path: path.replace(/^attendees\.0\./, ""), message })),
    );
  const ofBuyer = new Set(questions.flatMap(({ id, asked_of }) => (asked_of === "buyer" ? [id] : [])));
  const person = result.people[0]!;
  const buyerAnswers = attendee.answers.filter(({ questionId }) => ofBuyer.has(questionId));
  return { ...person, answers: [...person.answers, ...buyerAnswers] };
}

async function recordAndNotify(
  tx: Tx,
  { registration }: LockedOwnRegistration,
  { from, to, now }: { from: AttendeeRow; to: NewPerson; now: Date },
): Promise<void> {
  const { id: registrationId, email: buyer } = registration;
  const names = {
    from: attendeeName(from),
    to: `${to.firstName} ${to.lastName}`.trim(),
  };
  const change = { actor: "visitor", action: "passedOn" } as const;
  await record(
    tx,
    entryOf("registration", registration, { ...change, detail: names }),
    entryOf("attendee", from, { ...change, detail: { registrationId, ...names } }),
  );
  const recipient = to.email!;
  await queueRequestedMail(tx, ticketMailAgain({ registrationId, recipient }, `passed-on-${to.qrUuid}`), now);
  await queueMails(tx, [
    ...(buyer === null
      ? []
      : [
          {
            key: `passedOn:${to.qrUuid}:buyer`,
            kind: "passedOn" as const,
            recipient: buyer,
            payload: { registrationId, ...names, email: recipient, ticketTitle: from.ticket_title },
          },
        ]),
    ...ticketGoneMails(registration, [from], "passedOn", { to: recipient }),
  ]);
}
