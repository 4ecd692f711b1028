import { isEmail } from "../../../contract/rules/email.ts";
import type {
  ColumnMeaning,
  ImportColumn,
  ProblemGroup,
  RowProblem,
} from "../../../contract/shapes/people.ts";
import { comparedText } from "./comparedText.ts";

export type FoundProblem = Omit<RowProblem, "reason"> & { reasons: readonly string[] };

const maxGroups = 100;
const maxRowsListed = 20;

interface ProblemKind {
  reason: RegExp;
  /** `$1` is the first group of `reason`. */
  message: string;
  remedy: string;
  isKnown?: true;
  /** Staff have to decide about it. */
  isAsked?: true;
}

const kinds: readonly ProblemKind[] = [
  { reason: /^has no name$/, message: "There is no name.", remedy: "Add the names." },
  {
    reason: /^has no name, and nobody of its group has .*$/,
    message: "Nobody of the group has a name or an e-mail address.",
    remedy: "Add a name or an address.",
  },
  {
    reason: /^“.*” is not an e-mail address$/s,
    message: "The e-mail address is not valid.",
    remedy: "Correct the addresses.",
  },
  {
    reason: /^is the same person as row \d+$/,
    message: "An earlier row is the same person.",
    remedy: "Delete these rows, or choose a column that is the group or order.",
  },
  {
    reason: /^belongs to row \d+, which has an error$/,
    message: "Another row of the same registration has an error.",
    remedy: "Correct that row: a registration is imported as a whole.",
  },
  {
    reason: /^.* is registered for this event already$/s,
    message: "They are registered for this event already.",
    remedy: "Correct them with this file, or delete these rows: nobody is registered twice.",
    isKnown: true,
  },
  {
    reason: /^is registered with (.*) here, and is (.*) in the file$/,
    message: "There are other people in the registration than in the file.",
    remedy: "Change these registrations under Attendees.",
  },
  {
    reason: /^“.*” is not a price in (\w+)$/s,
    message: "The price is not an amount in $1.",
    remedy: "Correct the prices, or choose another meaning for the column.",
  },
  {
    reason: /^“.*” is not a time with a clear day and month$/s,
    message: "The time has no clear day and month.",
    remedy: "Write times as 2026-05-31 10:00, or choose another meaning for the column.",
  },
  {
    reason: /^“.*” is in the future$/s,
    message: "The time is in the future.",
    remedy: "Correct the times, or choose another meaning for the column.",
  },
  {
    reason: /^“.*” does not say whether the person was checked in$/s,
    message: "It is not clear who was checked in.",
    remedy: "Write yes, no or a time, or choose another meaning for the column.",
  },
  {
    reason: /^has no ticket$/,
    message: "There is no ticket.",
    remedy: "Choose above the ticket for rows without one.",
  },
  {
    reason: /^(“.*”) is not a ticket of this event$/s,
    message: "$1 is not a ticket of this event.",
    remedy: "Choose above which ticket it is, make it, or leave these rows out.",
    isAsked: true,
  },
  {
    reason: /^belongs to a row that is asked about$/,
    message: "Another row of the same registration needs your decision.",
    remedy: "Decide above.",
    isAsked: true,
  },
  {
    reason: /^has (the state “.*”|no state), which may mean .*$/s,
    message: "The row has $1, which may mean a ticket or none.",
    remedy: "Decide above.",
    isAsked: true,
  },
  {
    reason: /^the (answer “.*” under “.*)$/s,
    message: "The $1.",
    remedy: "Correct the answer, or choose another meaning for the column.",
  },
  {
    reason: /^(“.*”) is not asked of this person$/s,
    message: "$1 is not asked of these people.",
    remedy: "Delete the answer, or choose another meaning for the column.",
  },
];

/** If no column has the meaning, the message for this reason is about the column. */
const missingColumns: readonly { reason: RegExp; meaning: ColumnMeaning; message: string }[] = [
  { reason: /^There is no column “email” /, meaning: "email", message: "No column is the e-mail address." },
  { reason: /^There is no column “name” /, meaning: "name", message: "No column is the name." },
  { reason: /^has no ticket$/, meaning: "ticket", message: "No column is the ticket." },
];

export interface ProblemContext {
  columns: readonly ImportColumn[];
  sample: readonly (readonly string[])[];
  tickets: readonly { title: string }[];
}

/** The errors by sentence. After `maxGroups` sentences, all further ones become one. */
export function groupProblems(problems: readonly FoundProblem[], context: ProblemContext): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  const lastRows = new Map<ProblemGroup, number>();
  for (const { row, reasons } of problems)
    for (const reason of reasons) {
      const own = describe(reason, context);
      const described = groups.has(own.message) || groups.size < maxGroups ? own : otherErrors;
      const group = groups.get(described.message) ?? { ...described, count: 0, rows: [] };
      groups.set(group.message, group);
      // A row may have an error twice.
      if (lastRows.get(group) === row) continue;
      lastRows.set(group, row);
      group.count += 1;
      if (group.rows.length < maxRowsListed) group.rows.push(row);
    }
  return [...groups.values()];
}

/**
 * Counts the rows whose problems only ask staff to decide, about the row or about another row of its registration. They
 * may have other errors after the decision. The returned problems tell errors about such another row apart.
 */
export function separateUndecided(problems: readonly FoundProblem[]): {
  askedCount: number;
  problems: FoundProblem[];
} {
  const isAsked = (reason: string) => kinds.some((kind) => kind.isAsked === true && kind.reason.test(reason));
  const asked = new Set(problems.flatMap(({ row, reasons }) => (reasons.every(isAsked) ? [row] : [])));
  const marked = problems.map((problem) => ({
    ...problem,
    reasons: problem.reasons.map((reason) => {
      const [, row] = /^belongs to row (\d+), which has an error$/.exec(reason) ?? [];
      return row !== undefined && asked.has(Number(row)) ? "belongs to a row that is asked about" : reason;
    }),
  }));
  return { askedCount: marked.filter(({ reasons }) => reasons.every(isAsked)).length, problems: marked };
}

const otherErrors = { message: "There are other errors.", remedy: "Correct the errors above first." };

function describe(reason: string, context: ProblemContext): Omit<ProblemGroup, "count" | "rows"> {
  const missing = missingColumns.find((one) => one.reason.test(reason));
  if (missing !== undefined && context.columns.every(({ meaning }) => meaning !== missing.meaning)) {
    const column = columnLike(missing.meaning, context);
    const question = column === null ? "" : `Is it “${context.columns[column]!.heading}”? `;
    return {
      message: missing.message,
      remedy: `${question}Choose the column.`,
      missing: { meaning: missing.meaning, column },
    };
  }
  const answer = answerOf(reason, context);
  const kind = kinds.find((one) => one.reason.test(reason));
  if (kind !== undefined && answer !== null)
    return {
      message: reason.replace(kind.reason, kind.message),
      remedy: "Choose the option that it is, correct the answer, or choose another meaning for the column.",
      answer,
    };
  if (kind !== undefined)
    return {
      message: reason.replace(kind.reason, kind.message),
      remedy: kind.remedy,
      ...(kind.isKnown && { isKnown: true }),
      ...(kind.isAsked && { isAsked: true }),
    };
  const isSentence = reason.endsWith(".");
  return {
    message: isSentence ? reason : `${reason[0]!.toUpperCase()}${reason.slice(1)}.`,
    remedy: "Correct these rows in the file.",
  };
}

/** The answer that is no option of its question. Null also if it ends with “…”, because it may be shortened. */
function answerOf(reason: string, { columns }: ProblemContext): ProblemGroup["answer"] | null {
  const [, text, heading] = /^the answer “(.*)” under “(.*)” must be one of the options$/s.exec(reason) ?? [];
  const questionId = columns.find((column) => column.heading === heading)?.questionId;
  if (text === undefined || questionId === undefined || text.endsWith("…")) return null;
  return { questionId, text };
}

function columnLike(wanted: ColumnMeaning, { columns, sample, tickets }: ProblemContext): number | null {
  const titles = new Set(tickets.map(({ title }) => comparedText(title)));
  const looksLike = (cell: string, heading: string) => {
    if (wanted === "ticket") return titles.has(comparedText(cell));
    if (wanted === "email") return isEmail(cell);
    return cell !== "" && nameHeading.test(heading);
  };
  let best: { column: number; cells: number } | null = null;
  for (const [column, { heading, meaning }] of columns.entries()) {
    if (meaning !== "additional" && meaning !== "leaveOut") continue;
    const cells = sample.filter((row) => looksLike(row[column] ?? "", heading)).length;
    if (cells > (best?.cells ?? 0)) best = { column, cells };
  }
  return best?.column ?? null;
}

const nameHeading = /name|nom|guest|gast|invité|participant|teilnehm|ชื่อ/i;
