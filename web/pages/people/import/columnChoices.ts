import { questionWords } from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { ColumnChoice, ColumnMeaning, ImportColumn } from "../../../../contract/shapes/people.ts";

const meanings: Readonly<Record<Exclude<ColumnMeaning, "answer">, string>> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  ticket: "Ticket",
  variation: "Variation of the ticket",
  group: "Group",
  buyerEmail: "E-mail of the buyer",
  buyerName: "Name of the buyer",
  quantity: "Number of people",
  orderNumber: "Order number",
  price: "Price paid in another system",
  registeredAt: "Time of registration",
  checkedIn: "Checked in",
  code: "Code of the ticket",
  company: "Company, and additional field",
  note: "Note, and additional field",
  state: "State, and additional field",
  additional: "Additional field",
  leaveOut: "Leave out",
};

const fields = Object.entries(meanings).map(([value, label]) => ({ value, label }));

const answerPrefix = "answer:";
const newQuestion = "makeQuestion";

export function meaningOptions(questions: readonly FormQuestion[], { heading }: ImportColumn) {
  return [
    // An additional field gets the heading as its name, so a column without a heading cannot be one.
    ...fields.filter(({ value }) => heading !== "" || value !== "additional"),
    ...(isQuestionText(heading) && questions.every(({ text }) => text !== heading)
      ? [{ value: newQuestion, label: "Make this question" }]
      : []),
    ...(questions.length === 0
      ? []
      : [
          {
            group: "Answer to",
            items: questions.map((question) => ({
              value: `${answerPrefix}${question.id}`,
              label: questionWords(question),
            })),
          },
        ]),
  ];
}

/** The main limits of a question's text (contract/shapes/form.ts). */
function isQuestionText(heading: string): boolean {
  return heading.trim() !== "" && heading.length <= 500 && !/[\r\n]/.test(heading);
}

/** The value of a column's meaning in `meaningOptions`. */
export function meaningValue({
  meaning,
  questionId,
  makeQuestion,
}: Pick<ImportColumn, "meaning" | "questionId" | "makeQuestion">): string {
  if (meaning !== "answer") return meaning;
  return makeQuestion === true ? newQuestion : `${answerPrefix}${questionId}`;
}

/** If another column has the chosen meaning and cannot share it, its meaning is guessed again. */
export function choicesAfter(
  { columns, choices }: { columns: readonly ImportColumn[]; choices: readonly ColumnChoice[] },
  changed: number,
  value: string,
): ColumnChoice[] {
  const isShared = ["state", "additional", "leaveOut", "registeredAt", newQuestion].includes(value);
  return columns.map((column, index) => {
    const { heading } = column;
    if (index === changed && value === newQuestion) return { heading, meaning: "answer", makeQuestion: true };
    if (index === changed)
      return value.startsWith(answerPrefix)
        ? { heading, meaning: "answer", questionId: Number(value.slice(answerPrefix.length)) }
        : { heading, meaning: value as ColumnMeaning };
    return !isShared && meaningValue(column) === value ? { heading } : (choices[index] ?? { heading });
  });
}

export function columnsWith(
  columns: readonly ImportColumn[],
  choices: readonly ColumnChoice[],
): ImportColumn[] {
  return columns.map(({ heading, ...guessed }, index) => {
    const { meaning, questionId, makeQuestion } = choices[index] ?? {};
    return meaning === undefined ? { heading, ...guessed } : { heading, meaning, questionId, makeQuestion };
  });
}

export function madeQuestionsWords(columns: readonly ImportColumn[]): string | null {
  const names = columns.flatMap(({ heading, makeQuestion }) => (makeQuestion ? [`“${heading}”`] : []));
  if (names.length === 0) return null;
  const become = names.length === 1 ? "becomes a question" : "become questions";
  const them = names.length === 1 ? "it" : "them";
  return `${listWords(names)} ${become} of the event. Buyers are not asked ${them} during the purchase. Guests can answer on the page of their ticket, but do not have to.`;
}

export function importColumnNames(columns: readonly ImportColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ heading }, index) => {
    if (heading === "") return `column ${index + 1}`;
    let name = heading;
    for (let number = 2; taken.has(name); number++) name = `${heading} (${number})`;
    taken.add(name);
    return `“${name}”`;
  });
}

/** "“Company” and column 4 are not read." */
export function notReadWords(columns: readonly ImportColumn[]): string | null {
  const names = importColumnNames(columns).filter((_, index) => columns[index]!.meaning === "leaveOut");
  return names.length === 0 ? null : `${beginSentence(namesWords(names))} not read.`;
}

/** "“Company” and “Note” are". */
export function unkeptWords(columns: readonly string[]): string {
  return namesWords(columns.map((heading) => `“${heading}”`));
}

/** "1 column is empty: “Voucher”." */
export function emptyWords(columns: readonly string[]): string {
  const maxNamed = 5;
  const names = columns.slice(0, maxNamed).map((heading) => `“${heading}”`);
  const others = columns.length - names.length;
  if (others > 0) names.push(others === 1 ? "1 other" : `${others} others`);
  const count = columns.length === 1 ? "1 column is" : `${columns.length} columns are`;
  return `${count} empty: ${listWords(names)}.`;
}

function namesWords(names: readonly string[]): string {
  return `${listWords(names)} ${names.length === 1 ? "is" : "are"}`;
}

function listWords(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}

function beginSentence(words: string): string {
  return words[0]!.toUpperCase() + words.slice(1);
}
