/** The visible columns of the attendees table, chosen by each person and stored in their browser. */

/** The columns that can be hidden, in their order. */
export const columnNames = {
  email: "E-mail",
  phone: "Phone",
  ticketTitle: "Ticket",
  registeredAt: "Registered",
  checkinTime: "Checked in",
  registrationState: "State",
  order: "Order",
} as const;

/** A column that can be hidden. */
export type ColumnName = keyof typeof columnNames;

const storageKey = "foyer.attendeeColumns";
const defaultColumns: readonly ColumnName[] = [
  "email",
  "ticketTitle",
  "registeredAt",
  "checkinTime",
  "order",
];

/** The last chosen columns, or the default. */
export function chosenColumns(): ColumnName[] {
  const text = localStorage.getItem(storageKey);
  if (text === null) return [...defaultColumns];
  const names = new Set(text.split(","));
  return (Object.keys(columnNames) as ColumnName[]).filter((name) => names.has(name));
}

/** Saves a choice. */
export function saveColumns(names: readonly ColumnName[]): void {
  localStorage.setItem(storageKey, names.join());
}
