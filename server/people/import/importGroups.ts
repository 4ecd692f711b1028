/**
 * A registration is imported as a whole, because a later import would take its missing rows for known (importKnown.ts).
 */
import { holdLimits } from "../../../contract/rules/holdLimits.ts";
import type { ColumnMeaning } from "../../../contract/shapes/people.ts";
import { buyerNameOf } from "../../registrations/people.ts";
import { type ImportedPerson, nameIn } from "./importPerson.ts";

export interface ImportedRegistration {
  rows: ImportedPerson[];
}

export interface ImportedGuest
  extends Pick<ImportedPerson, "firstName" | "lastName" | "email" | "phone" | "ticketId"> {
  /** The address in the guest's own row. */
  givenEmail: string | null;
  isPrimary: boolean;
  checkedInAt: Date | null;
  oldCodeHash: string | null;
  answers: string;
}

interface Group extends ImportedRegistration {
  people: number;
  /** The first row that prevents its import, or null. */
  brokenBy: number | null;
}

interface GroupKey {
  by: "group" | "address" | "name";
  key: string;
}

function groupKeyOf(cell: (meaning: ColumnMeaning) => string): GroupKey | null {
  const group = cell("group") || cell("orderNumber");
  if (group !== "") return { by: "group", key: group };
  const address = cell("buyerEmail") || cell("email");
  if (address !== "") return { by: "address", key: address.toLowerCase() };
  const name = comparedName(nameIn(cell));
  return name === "" ? null : { by: "name", key: name };
}

function comparedName({ firstName, lastName }: Pick<ImportedPerson, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim().toLowerCase();
}

/** Collects the rows of a file into registrations. */
export function openGroups() {
  const groups = new Map<string, Group>();
  const rowsByPerson = new Map<string, number>();
  const rowsByCode = new Map<string, number>();
  return {
    of(cell: (meaning: ColumnMeaning) => string) {
      const groupKey = groupKeyOf(cell);
      const mapKey = groupKey === null ? null : `${groupKey.by} ${groupKey.key}`;
      const existing = mapKey === null ? undefined : groups.get(mapKey);
      const group: Group = existing ?? { rows: [], people: 0, brokenBy: null };
      const storeGroup = () => {
        if (existing === undefined && mapKey !== null) groups.set(mapKey, group);
      };
      return {
        isFirst: existing === undefined,
        mayBeUnnamed: groupKey?.by === "group",
        /** Returns the error of the row, or null. */
        add(person: ImportedPerson): string | null {
          if (person.oldCodeHash !== null) {
            const row = rowsByCode.get(person.oldCodeHash);
            if (row !== undefined) {
              storeGroup();
              group.brokenBy ??= person.row;
              return `has the same code as row ${row}`;
            }
            rowsByCode.set(person.oldCodeHash, person.row);
          }
          // Two guests of one order may have the same name. Without a group or order, they are one person.
          if (groupKey?.by !== "group") {
            const key = `${mapKey}\n${comparedName(person)}`;
            const twin = rowsByPerson.get(key);
            if (twin !== undefined) return `is the same person as row ${twin}`;
            rowsByPerson.set(key, person.row);
          }
          storeGroup();
          if (group.people + person.quantity > holdLimits.quantity) {
            group.brokenBy ??= person.row;
            return `belongs to a registration of more than ${holdLimits.quantity.toLocaleString("en-US")} people`;
          }
          group.rows.push(person);
          group.people += person.quantity;
          return null;
        },
        noteError(row: number) {
          storeGroup();
          group.brokenBy ??= row;
        },
      };
    },
    close(): {
      registrations: ImportedRegistration[];
      problems: { person: ImportedPerson; reason: string }[];
    } {
      const registrations: ImportedRegistration[] = [];
      const problems: { person: ImportedPerson; reason: string }[] = [];
      for (const { rows, brokenBy } of groups.values()) {
        const reason =
          brokenBy !== null
            ? `belongs to row ${brokenBy}, which has an error`
            : isNobody({ rows })
              ? "has no name, and nobody of its group has a name or an e-mail address"
              : (paidElsewhere({ rows }) ?? 0) > holdLimits.amount
                ? "has a price that is too high together with the other rows of its order"
                : null;
        if (reason !== null) problems.push(...rows.map((person) => ({ person, reason })));
        else registrations.push({ rows });
      }
      return { registrations, problems };
    },
  };
}

/** A second import could recognise such a registration only by a code. */
function isNobody(registration: ImportedRegistration): boolean {
  return (
    groupAddress(registration) === null &&
    orderNumberOf(registration) === null &&
    registration.rows.every((row) => comparedName(row) === "")
  );
}

/** The order number of the other system, or null. */
export function orderNumberOf({ rows }: ImportedRegistration): string | null {
  return firstOf(rows, "orderNumber");
}

/** Whether a registration is not active yet. One waiting row is enough, so that nobody gets a ticket too early. */
export function isWaitingGroup({ rows }: ImportedRegistration): boolean {
  return rows.some(({ isWaiting }) => isWaiting);
}

/** What was paid elsewhere, in minor units; null without a price. */
export function paidElsewhere({ rows }: ImportedRegistration): number | null {
  const prices = rows.flatMap(({ price }) => price ?? []);
  return prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0);
}

/** The earliest time of a registration's rows, or null. */
export function registeredAtOf({ rows }: ImportedRegistration): Date | null {
  const times = rows.flatMap(({ registeredAt }) => (registeredAt === null ? [] : [registeredAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** More texts by which a search finds a registration's people, or null. */
export function searchTextOf(registration: ImportedRegistration): string | null {
  const number = orderNumberOf(registration);
  const texts = new Set([
    ...(number === null ? [] : [number]),
    ...registration.rows.flatMap((row) => row.searchTexts),
  ]);
  return texts.size === 0 ? null : [...texts].join("\n").replaceAll("\0", "").toWellFormed();
}

/** The buyer's address, else the first of a guest, else null. */
export function groupAddress({ rows }: ImportedRegistration): string | null {
  return buyerEmailOf({ rows }) ?? firstOf(rows, "email");
}

/** `groupAddress`, and the addresses of the guests. */
export function groupAddresses(registration: ImportedRegistration): string[] {
  const address = groupAddress(registration);
  const guests = registration.rows.flatMap(({ email }) => email ?? []);
  return address === null ? guests : [...new Set([address, ...guests])];
}

/** The buyer's address, or null. */
export function buyerEmailOf({ rows }: ImportedRegistration): string | null {
  return firstOf(rows, "buyerEmail");
}

/** The buyer's name in the file, or null. */
export function givenBuyerName({ rows }: ImportedRegistration): string | null {
  return firstOf(rows, "buyerName");
}

/** The buyer's name as given, else that of the first guest with a name. Null if the primary guest has this name. */
export function groupBuyerName({ rows }: ImportedRegistration): string | null {
  const full = ({ firstName, lastName }: ImportedPerson) => `${firstName} ${lastName}`.trim();
  return buyerNameOf(givenBuyerName({ rows }) ?? rows.map(full).find((one) => one !== ""), rows[0]);
}

/** The hashes of the old codes of registrations. */
export function oldCodesOf(registrations: readonly ImportedRegistration[]): string[] {
  return registrations.flatMap(({ rows }) => rows.flatMap(({ oldCodeHash }) => oldCodeHash ?? []));
}

function firstOf(
  rows: readonly ImportedPerson[],
  field: "buyerEmail" | "buyerName" | "email" | "orderNumber",
): string | null {
  return rows.find((row) => row[field] !== null)?.[field] ?? null;
}

/** The guests, the primary one first. The others keep an address only if it is not the registration's. */
export function guestsOf(registration: ImportedRegistration): ImportedGuest[] {
  const address = groupAddress(registration);
  return registration.rows.flatMap((row, index) => {
    const { firstName, lastName, email, phone, ticketId, checkedInAt, oldCodeHash, answers } = row;
    const isPrimary = index === 0;
    const hasBuyersAddress = email?.toLowerCase() === address?.toLowerCase();
    const own = isPrimary ? (email ?? address) : hasBuyersAddress ? null : email;
    const unnamed = {
      firstName: "",
      lastName: "",
      email: null,
      givenEmail: null,
      phone: null,
      ticketId,
      isPrimary: false,
      checkedInAt,
      oldCodeHash: null,
      answers: "{}",
    };
    return [
      {
        ...unnamed,
        firstName,
        lastName,
        email: own,
        givenEmail: email,
        phone,
        isPrimary,
        oldCodeHash,
        answers,
      },
      ...Array.from({ length: row.quantity - 1 }, () => unnamed),
    ];
  });
}

/** The additional fields as JSON. Different texts under one heading are joined with semicolons. */
export function fieldsOf({ rows }: ImportedRegistration): string {
  if (rows.length === 1) return rows[0]!.additionalFields;
  const texts = new Map<string, Set<string>>();
  for (const { additionalFields } of rows)
    for (const [heading, text] of Object.entries(JSON.parse(additionalFields) as Record<string, string>))
      texts.set(heading, (texts.get(heading) ?? new Set()).add(text));
  return JSON.stringify(
    Object.fromEntries([...texts].map(([heading, all]) => [heading, [...all].join("; ")])),
  );
}

/** The places that registrations need, by ticket. `storedTicketId` replaces ids of tickets to make. */
export function placesNeeded(
  registrations: readonly ImportedRegistration[],
  storedTicketId: (ticketId: number) => number = (ticketId) => ticketId,
): Map<number, number> {
  const wanted = new Map<number, number>();
  for (const { rows } of registrations)
    for (const { ticketId, quantity } of rows) {
      const id = storedTicketId(ticketId);
      wanted.set(id, (wanted.get(id) ?? 0) + quantity);
    }
  return wanted;
}

/** How many people registrations have. */
export function peopleIn(registrations: readonly ImportedRegistration[]): number {
  return registrations.reduce(
    (sum, { rows }) => sum + rows.reduce((count, { quantity }) => count + quantity, 0),
    0,
  );
}
