/**
 * Names the people of a hold and keeps their answers; may be repeated until payment (wire.md §3.2).
 * Lock order: registration (no places move).
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import { eventById } from "../events/rows.ts";
import { questionsOfEvents } from "../forms/rows.ts";
import { checkPeople } from "../registrations/people.ts";
import { presentAttendees, presentRegistration } from "../registrations/present.ts";
import { provenBy } from "../registrations/proof.ts";
import {
  attendeesOf,
  lockRegistration,
  replaceAttendees,
  updateRegistration,
} from "../registrations/rows.ts";
import { mustHold } from "./mustHold.ts";

/** How the registration is read; a test may leave the lock out to show the race it prevents. */
export type ReadRegistration = typeof lockRegistration;

/** Puts the people in place of those named before, or says what is wrong with each and writes nothing. */
export function savePeople(
  db: Db,
  body: BodyOf<"registration/save">,
  now: Date,
  read: ReadRegistration = lockRegistration,
): Promise<PayloadOf<"registration/save">> {
  return inTransaction(db, async (tx) => {
    const registration = provenBy(await read(tx, body.registrationId), body.accessKey);
    mustHold(registration, now);
    const event = (await eventById(tx, registration.event_id))!;
    const checked = checkPeople(body.attendees, {
      held: new Map(
        registration.lines.flatMap(({ kind, refId, quantity }) =>
          kind === "ticket" ? [[refId, quantity]] : [],
        ),
      ),
      saveAll: configOf(event).saveAllAttendeesDetails,
      questions: await questionsOfEvents(tx, [event.id]),
      email: registration.email,
    });
    if ("problems" in checked) throw invalidInput(checked.problems);
    await replaceAttendees(tx, registration, checked.people);
    const saved = await updateRegistration(tx, registration.id, {
      email: checked.email,
      ...(body.additionalFields === undefined
        ? {}
        : { additional_fields: JSON.stringify(body.additionalFields) }),
    });
    return {
      registration: presentRegistration(saved),
      attendees: presentAttendees(await attendeesOf(tx, registration.id), null),
    };
  });
}
