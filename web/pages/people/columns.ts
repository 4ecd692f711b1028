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

const storedAs = "foyer.attendeeColumns";
const atFirst: readonly ColumnName[] = ["email", "ticketTitle", "registeredAt", "checkinTime", "order"];

/** The last chosen columns, or the default. */
export function chosenColumns(): ColumnName[] {
  const text = localStorage.getItem(storedAs);
  if (text === null) return [...atFirst];
  const names = new Set(text.split(","));
  return (Object.keys(columnNames) as ColumnName[]).filter((name) => names.has(name));
}

/** Saves a choice. */
export function keepColumns(names: readonly ColumnName[]): void {
  localStorage.setItem(storedAs, names.join());
}
