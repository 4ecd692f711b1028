import type { Db } from "../../db/pool.ts";
import { registeredOldCodes } from "../../registrations/oldCodes.ts";
import {
  groupAddress,
  groupAddresses,
  type ImportedRegistration,
  oldCodesOf,
  orderNumberOf,
} from "./importGroups.ts";
import { nameKey, registeredEmails, registeredNames, registeredNumbers } from "./importRows.ts";

/**
 * Registrations of a file that exist already, with the error of their rows; null after `planCorrections` if the import
 * corrects or keeps the stored registration.
 */
export type KnownRegistrations = ReadonlyMap<ImportedRegistration, string | null>;

/**
 * Finds the registrations that exist already: by order number, code or address; without number and address, by the name
 * of a guest.
 */
export async function findKnown(
  db: Db,
  eventId: number,
  registrations: readonly ImportedRegistration[],
): Promise<KnownRegistrations> {
  const addresses = registrations.flatMap(groupAddresses).map((email) => email.toLowerCase());
  const orderNumbers = registrations.flatMap((one) => orderNumberOf(one) ?? []);
  const numbers = await registeredNumbers(db, eventId, orderNumbers);
  const codes = await registeredOldCodes(db, eventId, oldCodesOf(registrations));
  const hasOnlyNames = (one: ImportedRegistration) =>
    groupAddress(one) === null && orderNumberOf(one) === null;
  const withOnlyNames = registrations.filter(hasOnlyNames);
  const emails = await registeredEmails(db, eventId, addresses);
  const names = await registeredNames(db, eventId, withOnlyNames.flatMap(namedGuests));
  const knownPartOf = (registration: ImportedRegistration): string | undefined => {
    const number = orderNumberOf(registration);
    if (number !== null && numbers.has(number)) return `order ${number}`;
    if (oldCodesOf([registration]).some((hash) => codes.has(hash))) return "this ticket";
    if (!hasOnlyNames(registration))
      return groupAddresses(registration).find((email) => emails.has(email.toLowerCase()));
    return namedGuests(registration)
      .map(nameKey)
      .find((name) => names.has(name));
  };
  return new Map(
    registrations.flatMap((registration) => {
      const part = knownPartOf(registration);
      return part === undefined ? [] : [[registration, `${part} is registered for this event already`]];
    }),
  );
}

function namedGuests({ rows }: ImportedRegistration) {
  return rows.filter(({ firstName }) => firstName !== "");
}
