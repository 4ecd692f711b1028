/**
 * A new address of the buyer also changes the access key: a stranger may have the links that were mailed to the former
 * address. Invariant: a checked-in ticket keeps its person. Lock order: that of ownChanges.ts → the entry of the
 * waiting list → the limits of mails by address.
 */
import { randomUUID } from "node:crypto";
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import type { FieldProblem } from "../../contract/endpoint.ts";
import { type AuditEntry, record, timesSince } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { recordAnswersChange, recordBuyersChange } from "../door/changes.ts";
import { eventKey } from "../events/rows.ts";
import { questionsOfEvents } from "../forms/rows.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import { ticketAddress } from "../registrations/addressees.ts";
import { type AttendeeChange, replaceAnswers, updateAttendee } from "../registrations/attendeeRows.ts";
import { isAttendingBuyer } from "../registrations/attendingBuyer.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { endOldCodes } from "../registrations/oldCodes.ts";
import { type JudgedAnswer, judgeAnswers } from "../registrations/people.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import { newAccessKey } from "../registrations/proof.ts";
import {
  type AttendeeRow,
  attendeesOf,
  type RegistrationRow,
  updateRegistration,
} from "../registrations/rows.ts";
import { ticketMailAgain } from "../registrations/tickets.ts";
import { renewEntryKey } from "../waiting/rows.ts";
import {
  answeringOf,
  type Corrector,
  checkedInRefusalOf,
  correctionOf,
  type LockedOwnRegistration,
  type LockOwnRegistration,
  lockOwnRegistration,
} from "./ownChanges.ts";

type CorrectRequest = BodyOf<"registration/correct">;

/** How many corrections of a registration may send mails in a day. Each may mail everybody of it. */
const maxMailedPerDay = 5;

interface Correction {
  attendee: AttendeeRow;
  columns: AttendeeChange;
  answers: readonly JudgedAnswer[];
}

/** Corrects details of a buyer's registration. */
export function correct(
  db: Db,
  body: CorrectRequest,
  { idempotency, now }: CallContext,
  lock: LockOwnRegistration = lockOwnRegistration,
): Promise<PayloadOf<"registration/correct">> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const own = await lock(tx, body);
    const { refusal } = correctionOf(own, now);
    if (refusal !== null) throw new DomainError(refusal.code, refusal.message);
    const corrections = await correctionsOf(tx, own, { ...body, by: "buyer" });
    const change = { corrections, email: body.email, by: "buyer", now } as const;
    const { registration, people } = await writeCorrections(tx, own, change);
    const key = await eventKey(tx, own.event.id);
    return {
      registration: presentRegistration(registration),
      attendees: presentAttendees(people, key?.private_key ?? null),
      accessKey: registration.access_key,
    };
  });
}

/** Writes corrections with their history, and mails tickets to new addresses. */
export async function writeCorrections(
  tx: Tx,
  own: LockedOwnRegistration,
  change: { corrections: readonly Correction[]; email?: string | undefined; by: Corrector; now: Date },
): Promise<{ registration: RegistrationRow; people: AttendeeRow[] }> {
  const { corrections, by, now } = change;
  const { id, access_key: formerKey, email: formerEmail } = own.registration;
  const email = change.email ?? formerEmail;
  const isOtherAddress = !isSameAddress(email, formerEmail);
  const accessKey = isOtherAddress ? newAccessKey() : formerKey;
  const registration = await updateRegistration(tx, id, { email, access_key: accessKey });
  if (isOtherAddress) await renewEntryKey(tx, id);
  for (const { attendee, columns, answers } of corrections) {
    await updateAttendee(tx, attendee.id, columns);
    await replaceAnswers(tx, attendee.id, answers);
    if (answers.length > 0) await recordAnswersChange(tx, [attendee.id]);
    // Doors show the buyer's name for guests without a name.
    if (isAttendingBuyer(attendee, own.registration)) await recordBuyersChange(tx, [id]);
  }
  const people = await attendeesOf(tx, id);
  const recipients = newAddresses(own, { email, people });
  if (recipients.length > 0) await requireMailsLeft(tx, id, now);
  await record(tx, ...entriesOf(own, { corrections, email, recipients, by }));
  for (const recipient of recipients)
    await queueRequestedMail(
      tx,
      ticketMailAgain({ registrationId: id, recipient }, `corrected-${randomUUID()}`),
      now,
    );
  await endOldCodes(
    tx,
    recipients.map((recipient) => ({ registrationId: id, recipient })),
  );
  return { registration, people };
}

/**
 * What changes, by attendee. A new address of the buyer also replaces the former one on tickets for which the request
 * has no address.
 * @throws invalidInput, notActive
 */
export async function correctionsOf(
  tx: Tx,
  own: LockedOwnRegistration,
  { email, attendees = [], by }: Pick<CorrectRequest, "email" | "attendees"> & { by: Corrector },
): Promise<Correction[]> {
  const problems: FieldProblem[] = [];
  const questions = attendees.some(({ answers }) => answers !== undefined)
    ? await questionsOfEvents(tx, [own.event.id])
    : [];
  const corrections = new Map<number, Correction>();
  for (const [index, { attendeeId, answers: given, ...fields }] of attendees.entries()) {
    const path = by === "buyer" ? `attendees.${index}.` : "";
    const attendee = own.people.find(({ id }) => id === attendeeId);
    if (attendee === undefined)
      problems.push({ path: `${path}attendeeId`, message: "is not of this registration" });
    else if (corrections.has(attendeeId))
      problems.push({ path: `${path}attendeeId`, message: "is in the list twice" });
    else {
      if (!attendee.is_named && fields.lastName && fields.firstName === undefined)
        problems.push({ path: `${path}firstName`, message: "is required with a last name" });
      const stored = new Map(attendee.answers.map(({ questionId, answer }) => [questionId, answer]));
      const judged = judgeAnswers(given ?? [], {
        questions,
        // Anybody may have a guest's link, so a guest does not answer for the buyer.
        person: answeringOf(own, attendee, by),
        binds:
          given !== undefined && (by === "guest" || isAttendingBuyer(attendee, own.registration))
            ? "all"
            : false,
        stored,
      });
      problems.push(...judged.problems.map((one) => ({ path: `${path}${one.path}`, message: one.message })));
      const answers = judged.answers.filter(
        ({ questionId, answer }) => answer !== (stored.get(questionId) ?? null),
      );
      corrections.set(attendeeId, { attendee, columns: changedColumns(attendee, fields), answers });
    }
  }
  if (problems.length > 0) throw invalidInput(...problems);
  const { email: former } = own.registration;
  if (email !== undefined && !isSameAddress(email, former))
    for (const attendee of own.people) {
      const hasGivenAddress = attendees.some(
        (one) => one.attendeeId === attendee.id && one.email !== undefined,
      );
      if (hasGivenAddress || attendee.email === null || !isSameAddress(attendee.email, former)) continue;
      const { columns = {}, answers = [] } = corrections.get(attendee.id) ?? {};
      corrections.set(attendee.id, { attendee, columns: { ...columns, email }, answers });
    }
  const changed = [...corrections.values()].filter(
    ({ columns, answers }) => Object.keys(columns).length > 0 || answers.length > 0,
  );
  for (const { attendee, columns, answers } of changed) {
    const refusal = checkedInRefusalOf(attendee);
    // A changed address does not change who came.
    const isOnlyAddress = answers.length === 0 && Object.keys(columns).every((key) => key === "email");
    if (refusal !== null && !isOnlyAddress) throw new DomainError("notActive", refusal);
  }
  return changed;
}

function changedColumns(
  attendee: AttendeeRow,
  fields: Omit<NonNullable<CorrectRequest["attendees"]>[number], "attendeeId" | "answers">,
): AttendeeChange {
  const { firstName, lastName, email, phone } = fields;
  return {
    ...(firstName !== undefined && firstName !== attendee.first_name && { first_name: firstName }),
    ...(lastName !== undefined && lastName !== attendee.last_name && { last_name: lastName }),
    ...(email !== undefined && email !== attendee.email && { email }),
    ...(phone !== undefined && phone !== attendee.phone && { phone }),
  };
}

/** The changed addresses. They are sorted, because each mail locks the limit of its address. */
function newAddresses(
  own: LockedOwnRegistration,
  { email, people }: { email: string | null; people: readonly AttendeeRow[] },
): string[] {
  const before = new Map(own.people.map((one) => [one.id, ticketAddress(one, own.registration)]));
  const changed = people
    .map((one) => ({ from: before.get(one.id) ?? null, to: ticketAddress(one, { email }) }))
    .concat({ from: own.registration.email, to: email })
    .filter(({ from, to }) => to !== null && !isSameAddress(from, to));
  return [...new Map(changed.map(({ to }) => [to!.toLowerCase(), to!])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, address]) => address);
}

async function requireMailsLeft(tx: Tx, registrationId: number, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const kind = { entity: "registration", entityId: registrationId, action: "addressesCorrected" } as const;
  if ((await timesSince(tx, kind, dayAgo)) >= maxMailedPerDay)
    throw new DomainError("tooMany", "Addresses were corrected several times today. Try again tomorrow.");
}

function entriesOf(
  { registration }: LockedOwnRegistration,
  change: {
    corrections: readonly Correction[];
    email: string | null;
    recipients: readonly string[];
    by: Corrector;
  },
): AuditEntry[] {
  const { corrections, email, recipients, by } = change;
  const shared = { actor: "visitor", eventId: registration.event_id };
  const own = { ...shared, entity: "registration", entityId: registration.id } as const;
  const entries: AuditEntry[] = [];
  if (email !== registration.email)
    entries.push({
      ...own,
      action: "buyerChanged",
      detail: { field: "email", from: registration.email ?? "", to: email ?? "" },
    });
  const others: string[] = [];
  let guest: string | undefined;
  for (const { attendee, columns, answers } of corrections) {
    const from = attendeeName(attendee);
    const to = attendeeName({ ...attendee, ...columns });
    if (by === "guest") {
      guest = to;
      entries.push({ ...own, action: "guestSaved", detail: { from, to } });
    } else {
      if (from !== to) entries.push({ ...own, action: "nameCorrected", detail: { from, to } });
      if (columns.phone !== undefined || answers.length > 0) others.push(to);
    }
    const fields = [...Object.keys(columns), ...(answers.length > 0 ? ["answers"] : [])];
    entries.push({
      ...shared,
      entity: "attendee",
      entityId: attendee.id,
      action: "corrected",
      detail: { registrationId: registration.id, fields },
    });
  }
  if (others.length > 0) entries.push({ ...own, action: "corrected", detail: { people: others } });
  if (recipients.length > 0)
    entries.push({
      ...own,
      action: "addressesCorrected",
      detail: { people: [...recipients], ...(guest !== undefined && { from: guest }) },
    });
  return entries;
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
