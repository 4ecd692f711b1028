import { answerProblem, CHECKBOXES, PARAGRAPH } from "../../contract/rules/questions/questions.ts";
import type { EventFile } from "../../contract/shapes/eventFile.ts";
import type { ColumnChoice, ColumnMeaning } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import { type LeftOut, openCounts } from "./leftOut.ts";
import { attendeeHeadings } from "./names.ts";

/** `rows` begin with the headings; `leftOut` counts what is not imported, by state or another reason. */
export interface ArchivedPeople {
  rows: string[][];
  columns: ColumnChoice[];
  leftOut: LeftOut[];
}

const meanings: Readonly<Record<string, ColumnMeaning>> = {
  [attendeeHeadings.registration]: "group",
  [attendeeHeadings.ticketId]: "ticket",
  [attendeeHeadings.firstName]: "firstName",
  [attendeeHeadings.lastName]: "lastName",
  [attendeeHeadings.email]: "email",
  [attendeeHeadings.phone]: "phone",
  [attendeeHeadings.buyerName]: "buyerName",
  [attendeeHeadings.buyerEmail]: "buyerEmail",
  [attendeeHeadings.orderNumber]: "orderNumber",
  [attendeeHeadings.price]: "price",
  [attendeeHeadings.quantity]: "quantity",
  [attendeeHeadings.registeredAt]: "registeredAt",
  [attendeeHeadings.checkedIn]: "checkedIn",
  [attendeeHeadings.extras]: "additional",
};

/**
 * Makes rows from the active people. The file has Foyer's own columns up to the extras, then the questions in the order
 * of event.json, the removed ones last, then the additional fields.
 * @param questionIds the stored ids of all these questions, in the same order.
 */
export function archivedPeople(
  [headings = [], ...people]: readonly string[][],
  { questions: asked, removedQuestions }: Pick<EventFile, "questions" | "removedQuestions">,
  questionIds: readonly number[],
): ArchivedPeople {
  // The answer to a removed question is a text, whatever its type was.
  const questions = [...asked, ...removedQuestions.map((one) => ({ ...one, typeId: PARAGRAPH }))];
  const ownCount = headings.indexOf(attendeeHeadings.extras) + 1;
  const missing = [...Object.keys(meanings), attendeeHeadings.state].find((name) => !headings.includes(name));
  const hasOtherQuestions = questions.some(({ text }, index) => headings[ownCount + index]?.trim() !== text);
  if (missing !== undefined || hasOtherQuestions)
    throw new DomainError(
      "invalidFile",
      `The columns of attendees.csv are not those that Foyer wrote${missing === undefined ? "" : `: “${missing}” is missing`}.`,
    );
  const stateColumn = headings.indexOf(attendeeHeadings.state);
  const width = headings.length;
  const columns = headings.map((heading, index): ColumnChoice => {
    if (index < ownCount) return { heading, meaning: meanings[heading] ?? "leaveOut" };
    const questionId = questionIds[index - ownCount];
    return questionId === undefined
      ? { heading, meaning: heading === "" ? "leaveOut" : "additional" }
      : { heading, meaning: "answer", questionId };
  });
  // Each question has one more column at the end, for answers that it does not accept.
  const columnsOfOtherAnswers = questions.map(({ text }) => ({
    heading: text,
    meaning: "additional" as const,
  }));
  const leftOut = openCounts();
  const rows = people.flatMap((cells) => {
    if (cells.every((cell) => cell === "")) return [];
    const state = cells[stateColumn] ?? "";
    if (state !== "active") {
      leftOut.add(state.slice(0, 100));
      return [];
    }
    const row = Array.from({ length: width + questions.length }, (_, index) =>
      index < width ? (cells[index] ?? "") : "",
    );
    for (const [index, question] of questions.entries()) {
      const answer = row[ownCount + index]!;
      const value = question.typeId === CHECKBOXES ? answer.split("\n") : answer;
      const rule = { typeId: question.typeId, options: question.options ?? null, required: false };
      if (answer === "" || answerProblem(rule, value) === null) continue;
      row[ownCount + index] = "";
      row[width + index] = answer;
    }
    return [row];
  });
  return {
    rows: [[...headings, ...questions.map(({ text }) => text)], ...rows],
    columns: [...columns, ...columnsOfOtherAnswers],
    leftOut: leftOut.all(),
  };
}
