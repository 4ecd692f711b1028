/**
 * Invariant: a registration that was bought or changed in Foyer (`isChangedHere`) is not corrected.
 * Lock order: registrations by id → attendees. Doors lock registrations, so they wait for us.
 */

import { sql } from "kysely";
import { entryOf, record } from "../../audit/rows.ts";
import type { Db, Tx } from "../../db/pool.ts";
import { recordAnswersChange, recordBuyersChange } from "../../door/changes.ts";
import { insertArrivals } from "../../door/importedArrivals.ts";
import {
  replaceAnswersOf,
  updateAddresses,
  updateFields,
  updateGuests,
} from "../../registrations/bulkRows.ts";
import { newAccessKey } from "../../registrations/proof.ts";
import { lockAgainstDoors } from "../../registrations/rows.ts";
import { type Correction, compareRegistration, type StoredRegistration } from "./importCorrections.ts";
import {
  groupAddress,
  groupAddresses,
  type ImportedRegistration,
  oldCodesOf,
  orderNumberOf,
  peopleIn,
  searchTextOf,
} from "./importGroups.ts";
import type { KnownRegistrations } from "./importKnown.ts";
import { isRegistered } from "./importRows.ts";
import type { ImportQuestion } from "./makeQuestions.ts";

export interface CorrectionPlan {
  /** The registrations that exist already, each with the error of its rows, or null. */
  known: KnownRegistrations;
  corrections: ReadonlyMap<ImportedRegistration, Correction>;
  /** `newAddresses` is a part of `changed`; `kept` were changed in Foyer. */
  people: { changed: number; newAddresses: number; unchanged: number; kept: number };
}

/** A plan without corrections. */
export function noCorrections(known: KnownRegistrations): CorrectionPlan {
  return { known, corrections: new Map(), people: { changed: 0, newAddresses: 0, unchanged: 0, kept: 0 } };
}

const chunkSize = 1000;

/** A lock, and what is read under it. A test may replace one to show the race that the lock prevents. */
export interface CorrectGuards {
  lock: (tx: Tx, registrationIds: readonly number[]) => Promise<unknown>;
  read: typeof storedRegistrations;
}

export const correctGuards: CorrectGuards = { lock: lockAgainstDoors, read: storedRegistrations };

/** Plans the corrections of known registrations. */
export async function planCorrections(
  db: Db,
  eventId: number,
  registered: KnownRegistrations,
  read: CorrectGuards["read"] = storedRegistrations,
): Promise<CorrectionPlan> {
  const known = new Map(registered);
  const corrections = new Map<ImportedRegistration, Correction>();
  const counts = { changed: 0, newAddresses: 0, unchanged: 0, kept: 0 };
  const found = await storedIds(db, eventId, [...known.keys()]);
  const stored = await read(db, [...new Set([...found.values()].map(({ id }) => id))]);
  for (const [id, inFile] of Map.groupBy(found.keys(), (registration) => found.get(registration)!.id)) {
    const current = stored.get(id);
    if (current === undefined) continue;
    const hasCode = inFile.every((one) => found.get(one)!.hasCode);
    // Several registrations of the file may be one stored, for example if its guests got own addresses. If the codes of
    // tickets found all, they correct it together. Otherwise only the first does.
    const together = hasCode ? inFile : inFile.slice(0, 1);
    const registration: ImportedRegistration = { rows: together.flatMap(({ rows }) => rows) };
    const people = peopleIn(together);
    const comparison = current.isChangedHere ? null : compareRegistration(registration, current, { hasCode });
    const refused = comparison !== null && "refused" in comparison ? comparison.refused : null;
    for (const one of together) known.set(one, refused);
    if (comparison === null) counts.kept += people;
    else if (!("refused" in comparison)) {
      counts.changed += comparison.people;
      counts.newAddresses += comparison.newAddresses;
      counts.unchanged += people - comparison.people;
      if (comparison.people > 0) corrections.set(registration, comparison);
    }
  }
  return { known, corrections, people: counts };
}

/** Plans corrections, but locks the registrations before it compares them. */
export function planLocked(
  tx: Tx,
  eventId: number,
  { registered, guards: { lock, read } }: { registered: KnownRegistrations; guards: CorrectGuards },
): Promise<CorrectionPlan> {
  return planCorrections(tx, eventId, registered, async (_db, ids) => {
    await lock(tx, ids);
    return read(tx, ids);
  });
}

/** Writes corrections of locked registrations, with their history. */
export async function writeCorrected(
  tx: Tx,
  { corrections }: Pick<CorrectionPlan, "corrections">,
  { eventId, actor, questions }: { eventId: number; actor: string; questions: readonly ImportQuestion[] },
): Promise<void> {
  const all = [...corrections];
  for (let start = 0; start < all.length; start += chunkSize) {
    const chunk = all.slice(start, start + chunkSize);
    const fields = chunk.flatMap(([registration, { registrationId, details }]) =>
      details === null ? [] : [{ registrationId, ...details, importedText: searchTextOf(registration) }],
    );
    await updateFields(tx, fields);
    // A new key ends the links mailed to the former address, which may be a stranger's.
    const addresses = chunk.flatMap(([, { registrationId, email }]) =>
      email === null ? [] : [{ registrationId, email: email.to, accessKey: newAccessKey() }],
    );
    await updateAddresses(tx, addresses);
    const guests = chunk.flatMap(([, correction]) => correction.guests);
    await updateGuests(tx, guests);
    const answered = guests.filter(({ answers }) => answers !== "{}");
    await replaceAnswersOf(tx, questions, answered);
    await recordAnswersChange(
      tx,
      answered.map(({ attendeeId }) => attendeeId),
    );
    await recordBuyersChange(
      tx,
      chunk.map(([, { registrationId }]) => registrationId),
    );
    const byImport = Map.groupBy(chunk, ([, { importId }]) => importId);
    for (const [importId, some] of byImport)
      await insertArrivals(
        tx,
        { eventId, importId },
        some.flatMap(([, { registrationId, guests: corrected }]) =>
          corrected.flatMap(({ attendeeId, letInAt }) =>
            letInAt === null ? [] : [{ attendeeId, registrationId, at: letInAt }],
          ),
        ),
      );
    await record(
      tx,
      ...chunk.map(([, { registrationId, people, email }]) =>
        entryOf(
          "registration",
          { id: registrationId, event_id: eventId },
          {
            actor,
            action: "importCorrected",
            detail: { count: people, ...(email !== null && { from: email.from ?? "", to: email.to }) },
          },
        ),
      ),
    );
  }
}

/**
 * What finds a registration, the surest first. `buyer` and `name` find only those without an order number, and so does
 * `email` if the file has a number: a buyer may have several orders.
 */
const kinds = ["code", "number", "buyer", "email", "name"] as const;

interface KnownFact {
  kind: (typeof kinds)[number];
  text: string;
  firstName: string;
  lastName: string;
  /** Whether the registration has an order number in the file. */
  hasNumber: boolean;
}

function knownFacts(registration: ImportedRegistration): KnownFact[] {
  const number = orderNumberOf(registration);
  const hasNumber = number !== null;
  const fact = (kind: KnownFact["kind"], text: string) => ({
    kind,
    text,
    firstName: "",
    lastName: "",
    hasNumber,
  });
  const address = groupAddress(registration);
  const emails = groupAddresses(registration).map((email) => fact("email", email.toLowerCase()));
  const codes = oldCodesOf([registration]).map((hash) => fact("code", hash));
  if (number !== null) return [...codes, fact("number", number), ...emails];
  if (address !== null) return [...codes, fact("buyer", address.toLowerCase()), ...emails];
  const names = registration.rows.flatMap(({ firstName, lastName }) =>
    firstName === "" ? [] : [{ ...fact("name", ""), firstName, lastName }],
  );
  return [...codes, ...names];
}

interface FoundRegistration {
  id: number;
  /** Whether it was found by the old code of a ticket. */
  hasCode: boolean;
}

/**
 * Finds the stored registration of each registration in the file; none if the surest fact finds several. importRows.ts
 * has the reasons for `offset 0` and `sort_name`.
 */
async function storedIds(
  db: Db,
  eventId: number,
  registrations: readonly ImportedRegistration[],
): Promise<ReadonlyMap<ImportedRegistration, FoundRegistration>> {
  const facts = registrations.flatMap((registration, index) =>
    knownFacts(registration).map((fact) => ({ index, ...fact })),
  );
  if (facts.length === 0) return new Map();
  const { rows } = await sql<{ index: number; kind: KnownFact["kind"]; ids: number[] }>`
    select given.index, given.kind, array_agg(distinct r.id) as ids
    from unnest(${facts.map(({ index }) => index)}::int[], ${facts.map(({ kind }) => kind)}::text[],
        ${facts.map(({ text }) => text)}::text[], ${facts.map(({ firstName }) => firstName)}::text[],
        ${facts.map(({ lastName }) => lastName)}::text[], ${facts.map(({ hasNumber }) => hasNumber)}::boolean[])
        as given (index, kind, text, first_name, last_name, has_number)
      cross join lateral (
        select a.registration_id as id from attendees a
          where given.kind = 'code' and a.event_id = ${eventId} and a.old_code_hash = given.text
        union all select o.registration_id from orders o
          where given.kind = 'number' and o.event_id = ${eventId} and o.imported_number = given.text
        union all select one.id from registrations one
          where given.kind in ('buyer', 'email') and one.event_id = ${eventId} and lower(one.email) = given.text
        union all select a.registration_id from attendees a
          where given.kind = 'email' and a.event_id = ${eventId} and lower(a.email) = given.text
        union all select a.registration_id from attendees a
          where given.kind = 'name' and a.event_id = ${eventId} and a.sort_name =
              plain_text(coalesce(nullif(given.last_name, ''), given.first_name) || ' ' || given.first_name)
            and lower(a.first_name) = lower(given.first_name) and lower(a.last_name) = lower(given.last_name)
        offset 0) as found
      join lateral (select * from registrations where id = found.id offset 0) r on true
    where r.import_id is not null and ${isRegistered} and (given.kind <> 'name' or r.email is null)
      and (given.kind in ('code', 'number') or given.kind = 'email' and not given.has_number or not exists (select from orders o
        where o.registration_id = r.id and o.imported_number is not null offset 0))
    group by 1, 2`.execute(db);
  const byIndex = Map.groupBy(rows, ({ index }) => index);
  return new Map(
    registrations.flatMap((registration, index) => {
      const found = byIndex.get(index) ?? [];
      const idsOf = (kind: KnownFact["kind"]) => found.find((row) => row.kind === kind)?.ids;
      const code = idsOf("code");
      const ids =
        code === undefined
          ? kinds.map(idsOf).find((one) => one !== undefined)
          : // A code and an order number may find two; then neither counts.
            [...new Set([...code, ...(idsOf("number") ?? [])])];
      return ids?.length === 1 ? [[registration, { id: ids[0]!, hasCode: code !== undefined }] as const] : [];
    }),
  );
}

/**
 * Registrations with their guests, by id. For `isChangedHere`, becoming active, check-ins, deleted guests, corrections by
 * imports, and mails of the order are no changes.
 */
export async function storedRegistrations(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRegistration>> {
  const found = new Map<number, StoredRegistration>();
  for (let start = 0; start < ids.length; start += chunkSize) {
    const { rows } = await sql<StoredRegistration>`
      select r.id, r.import_id as "importId", r.email, r.buyer_name as "buyerName", r.additional_fields as "additionalFields",
        (exists (select from audit_log where entity = 'registration' and entity_id = r.id
            and action not in ('importCorrected', 'active') offset 0)
          or exists (select from orders o where o.registration_id = r.id and (o.purpose <> 'registration'
            or exists (select from audit_log where entity = 'order' and entity_id = o.id and action <> 'mailed' offset 0)) offset 0)
          or exists (select from attendees a, lateral (select from audit_log where entity = 'attendee'
            and entity_id = a.id offset 0) changed where a.registration_id = r.id offset 0)) as "isChangedHere",
        (select jsonb_agg(jsonb_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name,
            'email', a.email, 'phone', a.phone, 'ticketId', a.ticket_id, 'isPrimary', a.is_primary,
            'oldCodeHash', a.old_code_hash,
            'wasLetIn', exists (select from door_scans s where s.event_id = a.event_id and s.attendee_id = a.id
              and s.kind = 'admit' and s.is_admitted offset 0),
            'answers', coalesce((select jsonb_object_agg(question_id, answer) from answers
              where attendee_id = a.id and question_id is not null), '{}')) order by a.id)
          from attendees a where a.registration_id = r.id) as guests
      from registrations r where r.id = any(${ids.slice(start, start + chunkSize)}::bigint[])`.execute(db);
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
