/** Compares a file with the registrations of earlier imports. */
import { buyerNameOf } from "../../registrations/people.ts";
import {
  buyerEmailOf,
  fieldsOf,
  givenBuyerName,
  groupAddresses,
  guestsOf,
  type ImportedGuest,
  type ImportedRegistration,
} from "./importGroups.ts";

export interface StoredGuest {
  id: number;
  firstName: string;
  lastName: string;
  /** The guest's own address. */
  email: string | null;
  phone: string | null;
  ticketId: number;
  isPrimary: boolean;
  oldCodeHash: string | null;
  /** True even if the check-in was undone. */
  wasLetIn: boolean;
  /** By question id. */
  answers: Readonly<Record<string, string>>;
}

/** A registration that an import made, with its guests in the order of their ids. */
export interface StoredRegistration {
  id: number;
  importId: number;
  email: string | null;
  /** Null if the primary guest is the buyer or the buyer is unknown. */
  buyerName: string | null;
  /** Whether somebody changed it since the import; `storedRegistrations` has the exceptions. */
  isChangedHere: boolean;
  additionalFields: Readonly<Record<string, string>>;
  guests: readonly StoredGuest[];
}

/** The guest after the correction. */
export interface GuestCorrection {
  attendeeId: number;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  /** JSON: the answers that differ, by question id, which is negative for a question to make. */
  answers: string;
  /** The check-in in the file; null without one, or if the stored guest was let in before. */
  letInAt: Date | null;
}

export interface Correction {
  registrationId: number;
  importId: number;
  /** All additional fields as JSON and the buyer; null if both stay. */
  details: { additionalFields: string; buyerName: string | null } | null;
  /** Null if the address stays. */
  email: { from: string | null; to: string } | null;
  guests: readonly GuestCorrection[];
  /** How many people are corrected: all, if the address or the details change. */
  people: number;
  /** How many of them get another address for their ticket. */
  newAddresses: number;
}

/** A correction of 0 people means that nothing differs. */
export type Comparison = Correction | { refused: string };

/**
 * Compares a registration of a file with the stored one. `hasCode`: it was found by the old code of a ticket.
 * Otherwise addresses stay, because another list may have the same order number.
 */
export function compareRegistration(
  registration: ImportedRegistration,
  stored: StoredRegistration,
  { hasCode }: { hasCode: boolean },
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
  const buyerName = buyerNameAfter(registration, stored, pairs);
  const detailsDiffer =
    buyerName !== stored.buyerName ||
    Object.entries(given).some(([heading, text]) => stored.additionalFields[heading] !== text);
  const address = hasCode ? (buyerAddressOf(registration, stored, pairs) ?? stored.email) : stored.email;
  const emailOf = (guest: ImportedGuest, one: StoredGuest) =>
    hasCode ? guestEmail(guest, one, { from: stored.email, to: address }) : one.email;
  const corrected = pairs.flatMap(([guest, one]) => correctionOf(guest, one, emailOf(guest, one)) ?? []);
  const addressDiffers = !isSameAddress(address, stored.email);
  const hasNewAddress = ([guest, one]: [ImportedGuest, StoredGuest]) =>
    !isSameAddress(emailOf(guest, one) ?? address, one.email ?? stored.email);
  return {
    registrationId: stored.id,
    importId: stored.importId,
    details: detailsDiffer
      ? { additionalFields: JSON.stringify({ ...stored.additionalFields, ...given }), buyerName }
      : null,
    email: addressDiffers && address !== null ? { from: stored.email, to: address } : null,
    guests: corrected,
    people: detailsDiffer || addressDiffers ? guests.length : corrected.length,
    newAddresses: pairs.filter(hasNewAddress).length,
  };
}

function buyerNameAfter(
  registration: ImportedRegistration,
  stored: StoredRegistration,
  pairs: readonly [ImportedGuest, StoredGuest][],
): string | null {
  const given = givenBuyerName(registration);
  const primary = pairs.find(([, { isPrimary }]) => isPrimary);
  return given === null ? stored.buyerName : buyerNameOf(given, primary && nameAfter(...primary));
}

function buyerAddressOf(
  registration: ImportedRegistration,
  stored: StoredRegistration,
  pairs: readonly [ImportedGuest, StoredGuest][],
): string | null {
  const own =
    buyerEmailOf(registration) ?? pairs.find(([, { isPrimary }]) => isPrimary)?.[0].givenEmail ?? null;
  if (own !== null) return own;
  const addresses = groupAddresses(registration);
  return addresses.find((address) => isSameAddress(address, stored.email)) ?? addresses[0] ?? null;
}

/** The guest's own address after the correction, which changes the buyer's address from `from` to `to`. */
function guestEmail(
  { givenEmail }: ImportedGuest,
  { email, isPrimary }: StoredGuest,
  { from, to }: { from: string | null; to: string | null },
): string | null {
  if (givenEmail === null) return isPrimary && isSameAddress(email, from) ? to : email;
  if (isSameAddress(givenEmail, email)) return email;
  return !isPrimary && isSameAddress(givenEmail, to) ? null : givenEmail;
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** Pairs each guest of the file with a stored one; the surest match comes first. */
function pairsOf(
  guests: readonly ImportedGuest[],
  stored: readonly StoredGuest[],
): [ImportedGuest, StoredGuest][] {
  const free = [...stored];
  const found = new Map<ImportedGuest, StoredGuest>();
  const hasSameTicket = (guest: ImportedGuest, one: StoredGuest) => guest.ticketId === one.ticketId;
  const isSame = (guest: ImportedGuest, one: StoredGuest) =>
    hasSameName(guest, one) && hasSameTicket(guest, one);
  const hasSameCode = ({ oldCodeHash }: ImportedGuest, one: StoredGuest) =>
    oldCodeHash !== null && oldCodeHash === one.oldCodeHash;
  for (const fits of [hasSameCode, isSame, hasSameName, hasSameTicket, () => true])
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

/** An empty last name is not a correction, unless the first name is another one. */
function nameAfter(guest: ImportedGuest, stored: StoredGuest): Name {
  if (guest.firstName === "") return stored;
  if (guest.lastName !== "" || stored.lastName === "") return guest;
  const isFirstName = guest.firstName.toLowerCase() === stored.firstName.toLowerCase();
  if (isFirstName) return { firstName: guest.firstName, lastName: stored.lastName };
  return hasSameName(guest, stored) ? stored : guest;
}

function correctionOf(
  guest: ImportedGuest,
  stored: StoredGuest,
  email: string | null,
): GuestCorrection | null {
  const name = nameAfter(guest, stored);
  const phone = guest.phone ?? stored.phone;
  const answers = Object.entries(JSON.parse(guest.answers) as Record<string, string>).filter(
    ([questionId, answer]) => stored.answers[questionId] !== answer,
  );
  const letInAt = stored.wasLetIn ? null : guest.checkedInAt;
  const isSame =
    name.firstName === stored.firstName &&
    name.lastName === stored.lastName &&
    isSameAddress(email, stored.email) &&
    phone === stored.phone &&
    answers.length === 0 &&
    letInAt === null;
  if (isSame) return null;
  const { firstName, lastName } = name;
  return {
    attendeeId: stored.id,
    firstName,
    lastName,
    email: isSameAddress(email, stored.email) ? stored.email : email,
    phone,
    answers: JSON.stringify(Object.fromEntries(answers)),
    letInAt,
  };
}
