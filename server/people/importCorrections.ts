/**
 * Compares registrations of a file with those that an earlier import made of them: what the file says otherwise is
 * corrected. Pure. An empty cell says nothing, so it deletes nothing.
 */
import { fieldsOf, guestsOf, type ImportedGuest, type ImportedRegistration } from "./importGroups.ts";

/** A guest of a stored registration. */
export interface StoredGuest {
  id: number;
  firstName: string;
  lastName: string;
  phone: string | null;
  ticketId: number;
  /** Whether a door or an import has let the guest in, even if it was undone. */
  wasLetIn: boolean;
  /** The stored answers by question id. */
  answers: Readonly<Record<string, string>>;
}

/** A registration that an import made, with its guests in the order of their ids. */
export interface StoredRegistration {
  id: number;
  importId: number;
  /** Whether staff, the buyer or a guest changed something since. */
  isChangedHere: boolean;
  additionalFields: Readonly<Record<string, string>>;
  guests: readonly StoredGuest[];
}

/** What a file says otherwise of a guest. */
export interface GuestCorrection {
  attendeeId: number;
  firstName: string;
  lastName: string;
  phone: string | null;
  /** JSON: the other answers, by the key of their question. */
  answers: string;
  /** When the guest was let in, if nobody knew that before. */
  letInAt: Date | null;
}

/** What a file says otherwise of a registration. */
export interface Correction {
  registrationId: number;
  importId: number;
  /** JSON: all its additional fields; null if they are as they were. */
  additionalFields: string | null;
  /** The guests who are corrected. */
  guests: readonly GuestCorrection[];
  /** How many people are corrected: all if the additional fields are. */
  people: number;
}

/** What is to be done with a stored registration: a correction, nothing, or a refusal as the reason of its rows. */
export type Comparison = Correction | { refused: string };

/** Compares a registration of a file with the stored one. A correction of 0 people changes nothing. */
export function compareRegistration(
  registration: ImportedRegistration,
  stored: StoredRegistration,
): Comparison {
  const guests = guestsOf(registration);
  if (guests.length !== stored.guests.length) {
    const count = stored.guests.length;
    return {
      refused: `is registered with ${count === 1 ? "1 person" : `${count} people`} here, and is ${guests.length} in the file`,
    };
  }
  const pairs = pairsOf(guests, stored.guests);
  if (pairs.some(([guest, one]) => guest.ticketId !== one.ticketId))
    return { refused: "has another ticket here than in the file" };
  const given = JSON.parse(fieldsOf(registration)) as Record<string, string>;
  const isOther = Object.entries(given).some(([heading, text]) => stored.additionalFields[heading] !== text);
  const corrected = pairs.flatMap(([guest, one]) => correctionOf(guest, one) ?? []);
  return {
    registrationId: stored.id,
    importId: stored.importId,
    additionalFields: isOther ? JSON.stringify({ ...stored.additionalFields, ...given }) : null,
    guests: corrected,
    people: isOther ? guests.length : corrected.length,
  };
}

/**
 * The stored guest of each guest of the file: the one with the same name and ticket, else with the same name, else with
 * the same ticket, else the next in order.
 */
function pairsOf(
  guests: readonly ImportedGuest[],
  stored: readonly StoredGuest[],
): [ImportedGuest, StoredGuest][] {
  const free = [...stored];
  const found = new Map<ImportedGuest, StoredGuest>();
  const hasSameTicket = (guest: ImportedGuest, one: StoredGuest) => guest.ticketId === one.ticketId;
  const isSame = (guest: ImportedGuest, one: StoredGuest) =>
    hasSameName(guest, one) && hasSameTicket(guest, one);
  for (const fits of [isSame, hasSameName, hasSameTicket, () => true])
    for (const guest of guests) {
      const index = found.has(guest) ? -1 : free.findIndex((one) => fits(guest, one));
      if (index !== -1) found.set(guest, free.splice(index, 1)[0]!);
    }
  return [...found];
}

type Name = Pick<StoredGuest, "firstName" | "lastName">;
function hasSameName(one: Name, other: Name): boolean {
  const text = ({ firstName, lastName }: Name) => `${firstName} ${lastName}`.trim().toLowerCase();
  return text(one) === text(other);
}

function correctionOf(guest: ImportedGuest, stored: StoredGuest): GuestCorrection | null {
  const name = guest.firstName === "" ? stored : guest;
  const phone = guest.phone ?? stored.phone;
  const answers = Object.entries(JSON.parse(guest.answers) as Record<string, string>).filter(
    ([questionId, answer]) => stored.answers[questionId] !== answer,
  );
  const letInAt = stored.wasLetIn ? null : guest.checkedInAt;
  const isSame =
    name.firstName === stored.firstName &&
    name.lastName === stored.lastName &&
    phone === stored.phone &&
    answers.length === 0 &&
    letInAt === null;
  if (isSame) return null;
  const { firstName, lastName } = name;
  return {
    attendeeId: stored.id,
    firstName,
    lastName,
    phone,
    answers: JSON.stringify(Object.fromEntries(answers)),
    letInAt,
  };
}
