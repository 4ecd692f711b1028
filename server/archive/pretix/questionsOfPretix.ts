import {
  CHECKBOXES,
  COUNTRY,
  DATE,
  MULTIPLE_CHOICE,
  NUMBER,
  PARAGRAPH,
  PHONE,
  SHORT_ANSWER,
} from "../../../contract/rules/questions/questions.ts";
import type { WrittenEventFile } from "../../../contract/shapes/eventFile.ts";
import { MOST_QUESTIONS } from "../../forms/saveQuestions.ts";
import type { LeftOutCounts } from "../leftOut.ts";
import { idsOfTickets, type PretixOffers } from "./offersOfPretix.ts";
import type { PretixPosition, PretixQuestion } from "./shapes.ts";
import { lineOf, wordsOf } from "./words.ts";

const yesNo = ["Yes", "No"];

/** Our types by pretix's types: H is a time of day, W a date with a time. */
const types: Readonly<Record<string, number>> = {
  S: SHORT_ANSWER,
  T: PARAGRAPH,
  N: NUMBER,
  B: MULTIPLE_CHOICE,
  C: MULTIPLE_CHOICE,
  M: CHECKBOXES,
  D: DATE,
  H: SHORT_ANSWER,
  W: SHORT_ANSWER,
  CC: COUNTRY,
  TEL: PHONE,
};

export interface ConvertedQuestion {
  source: PretixQuestion;
  written: WrittenEventFile["questions"][number];
}

/**
 * Converts the questions; `leftOut` counts questions and conditions that are left out. A question whose condition Foyer
 * cannot express is asked without it, and is not required.
 */
export function questionsOfPretix(
  questions: readonly PretixQuestion[],
  { offers, leftOut }: { offers: PretixOffers; leftOut: LeftOutCounts },
): ConvertedQuestion[] {
  const tickets = idsOfTickets(offers.all);
  const converted: ConvertedQuestion[] = [];
  for (const source of questions) {
    const ticketIds = idsOfTickets(offers.all.filter(({ item }) => source.items.includes(item)));
    const typeId = types[source.type];
    const options = optionsOf(source);
    const text = lineOf(wordsOf(source.question), 500);
    if (typeId === undefined) leftOut.add("questions of a type that Foyer does not have");
    else if (source.hidden) leftOut.add("questions that are hidden");
    else if (ticketIds.length === 0) leftOut.add("questions that belong to no ticket");
    else if (text === "" || options?.length === 0 || converted.length === MOST_QUESTIONS)
      leftOut.add("questions that Foyer cannot ask");
    else
      converted.push({
        source,
        written: {
          id: converted.length + 1,
          typeId,
          text,
          // pretix asks such a question at the door, so the purchase does not require it.
          required: source.required && !source.ask_during_checkin,
          askedWhen: source.ask_during_checkin ? "later" : "purchase",
          ticketIds: ticketIds.length === tickets.length ? null : ticketIds,
          options,
        },
      });
  }
  for (const { source, written } of converted) {
    if (source.dependency_question === null) continue;
    const other = converted.find((one) => one.source.id === source.dependency_question);
    const [value, ...more] = source.dependency_values;
    const equals =
      other === undefined || value === undefined ? undefined : answerOfValue(other.source, value);
    const hasCondition =
      equals !== undefined &&
      more.length === 0 &&
      other?.source.dependency_question === null &&
      (other.written.askedWhen !== "later" || written.askedWhen === "later");
    if (hasCondition) written.showIf = { questionId: other.written.id as number, equals };
    else {
      written.required = false;
      leftOut.add("conditions of questions");
    }
  }
  return converted;
}

function optionsOf({ type, options }: PretixQuestion): string[] | null {
  if (type === "B") return yesNo;
  if (type !== "C" && type !== "M") return null;
  const texts = options.map(({ answer }) => lineOf(wordsOf(answer), 200)).filter((text) => text !== "");
  return [...new Set(texts)].slice(0, 100);
}

/** `value` is "True", "False" or the identifier of an option. */
function answerOfValue({ type, options }: PretixQuestion, value: string): string | undefined {
  if (type === "B") return value === "True" ? yesNo[0] : yesNo[1];
  const option = options.find(({ identifier }) => identifier === value);
  return option === undefined ? undefined : lineOf(wordsOf(option.answer), 200) || undefined;
}

/** The answer as a cell, with each option on its own line. */
export function cellOfAnswer(
  { type, options }: PretixQuestion,
  { answer, options: chosen }: PretixPosition["answers"][number],
): string {
  if (type === "B") return answer === "True" ? yesNo[0]! : answer === "False" ? yesNo[1]! : answer;
  const texts = options
    .filter(({ id }) => chosen.includes(id))
    .map((option) => lineOf(wordsOf(option.answer), 200));
  return texts.length === 0 ? answer : texts.join("\n");
}
