/** Which registrations of a file are registered already. */
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

/** The registrations of a file that are registered already, each with its reason; null if that is no error. */
export type KnownRegistrations = ReadonlyMap<ImportedRegistration, string | null>;

/**
 * Finds those of registrations that are registered already: the number of their order is, by an earlier import, the code
 * of a ticket, or an address of theirs. Without number and address, the name of a guest is, by an earlier import.
 */
export async function findKnown(
  db: Db,
  eventId: number,
  registrations: readonly ImportedRegistration[],
): Promise<KnownRegistrations> {
  const addresses = registrations.flatMap(groupAddresses).map((email) => email.toLowerCase());
  const numbers = await registeredNumbers(
    db,
    eventId,
    registrations.flatMap((one) => orderNumberOf(one) ?? []),
  );
  const codes = await registeredOldCodes(db, eventId, oldCodesOf(registrations));
  const isNamedAlone = (one: ImportedRegistration) =>
    groupAddress(one) === null && orderNumberOf(one) === null;
  const namedAlone = registrations.filter(isNamedAlone);
  const emails = await registeredEmails(db, eventId, addresses);
  const names = await registeredNames(db, eventId, namedAlone.flatMap(namedGuests));
  /** The order, the address or the name that is registered. */
  const knownPartOf = (registration: ImportedRegistration): string | undefined => {
    const number = orderNumberOf(registration);
    if (number !== null && numbers.has(number)) return `order ${number}`;
    if (oldCodesOf([registration]).some((hash) => codes.has(hash))) return "this ticket";
    if (!isNamedAlone(registration))
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
