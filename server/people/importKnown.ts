/** Which registrations of a file are registered already. */
import type { Db } from "../db/pool.ts";
import { addressesOf, addressOf, type ImportedRegistration } from "./importGroups.ts";
import { nameKey, registeredEmails, registeredNames } from "./importRows.ts";

/** The registrations of a file that are registered already, each with its reason. */
export type KnownRegistrations = ReadonlyMap<ImportedRegistration, string>;

/**
 * Finds those of registrations that are registered already: an address of theirs is, or, if they have none, the name of a
 * guest is by an earlier import.
 */
export async function findKnown(
  db: Db,
  eventId: number,
  registrations: readonly ImportedRegistration[],
): Promise<KnownRegistrations> {
  const addresses = registrations.flatMap(addressesOf).map((email) => email.toLowerCase());
  const namedAlone = registrations.filter((one) => addressOf(one) === null);
  const emails = await registeredEmails(db, eventId, addresses);
  const names = await registeredNames(db, eventId, namedAlone.flatMap(namedGuests));
  const known = new Map<ImportedRegistration, string>();
  for (const registration of registrations) {
    const who =
      addressOf(registration) === null
        ? namedGuests(registration)
            .map(nameKey)
            .find((name) => names.has(name))
        : addressesOf(registration).find((email) => emails.has(email.toLowerCase()));
    if (who !== undefined) known.set(registration, `${who} is registered for this event already`);
  }
  return known;
}

function namedGuests({ rows }: ImportedRegistration) {
  return rows.filter(({ firstName }) => firstName !== "");
}
