/** The columns that can be hidden, apart from answers. */
export const columnNames = {
  email: "E-mail",
  phone: "Phone",
  ticketTitle: "Ticket",
  registeredAt: "Registered",
  checkinTime: "Checked in",
  registrationState: "State",
  order: "Order",
} as const;

export type ColumnName = keyof typeof columnNames;

const storageKey = "foyer.attendeeColumns";
const defaultColumns: readonly ColumnName[] = [
  "email",
  "ticketTitle",
  "registeredAt",
  "checkinTime",
  "order",
];

export type AnswerColumn = `answer${number}`;
export const answerColumn = (questionId: number): AnswerColumn => `answer${questionId}`;

export type ChosenColumn = ColumnName | AnswerColumn;

/** The columns that were chosen last, also for questions of other events. */
export function chosenColumns(): ChosenColumn[] {
  const storedNames = localStorage.getItem(storageKey);
  if (storedNames === null) return [...defaultColumns];
  return storedNames
    .split(",")
    .filter((name): name is ChosenColumn => name in columnNames || /^answer\d+$/.test(name));
}

/** The columns after a change, in the order of `all`; columns of other events stay. */
export function columnsAfter(
  chosen: readonly ChosenColumn[],
  all: readonly ChosenColumn[],
  change: { name: ChosenColumn; isShown: boolean },
): ChosenColumn[] {
  const shown = all.filter((name) => (name === change.name ? change.isShown : chosen.includes(name)));
  return [...shown, ...chosen.filter((name) => !all.includes(name))];
}

export function saveColumns(names: readonly ChosenColumn[]): void {
  localStorage.setItem(storageKey, names.join());
}
