/** Which columns the table of attendees shows: chosen by each person, kept in their browser. */

/** The columns that may be left out, in their order. */
export const columnNames = {
  email: "E-mail",
  phone: "Phone",
  ticketTitle: "Ticket",
  registeredAt: "Registered",
  checkinTime: "Checked in",
  registrationState: "State",
  order: "Order",
} as const;

/** A column that may be left out. */
export type ColumnName = keyof typeof columnNames;

const storedAs = "foyer.attendeeColumns";
const atFirst: readonly ColumnName[] = ["email", "ticketTitle", "registeredAt", "checkinTime", "order"];

/** The columns chosen last; a few where nothing was. */
export function chosenColumns(): ColumnName[] {
  const text = localStorage.getItem(storedAs);
  if (text === null) return [...atFirst];
  const names = new Set(text.split(","));
  return (Object.keys(columnNames) as ColumnName[]).filter((name) => names.has(name));
}

/** Keeps a choice. */
export function keepColumns(names: readonly ColumnName[]): void {
  localStorage.setItem(storedAs, names.join());
}
