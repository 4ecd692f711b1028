/**
 * Checks the people of a registration (docs/wire.md §3.2). In a purchase, only the primary attendee must answer
 * required questions.
 */
import { randomUUID } from "node:crypto";
import type { FieldProblem } from "../../contract/endpoint.ts";
import {
  type AnsweringPerson,
  type AskedOf,
  isAskedOf,
  shownQuestions,
} from "../../contract/rules/questions/asked.ts";
import { answerProblem, answerText } from "../../contract/rules/questions/questions.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import { presentQuestion, type QuestionRow } from "../forms/rows.ts";
import type { NewPerson } from "./rows.ts";

/** What people must fit. `held`: places by ticket id. `email`: the address if the primary attendee has none. */
export interface PeopleRule {
  held: ReadonlyMap<number, number>;
  /** False if one person is entered for all tickets. */
  saveAll: boolean;
  questions: readonly QuestionRow[];
  email: string | null;
  /** Whether guests may be named after the purchase; the primary attendee only with `boughtBy`. */
  namesLater?: boolean;
  /** The name of a buyer who does not attend. */
  boughtBy?: string | null;
  /** Default: true. */
  needsEmail?: boolean;
  /** Default: true. */
  needsAnswers?: boolean;
}

export type PeopleOutcome = { people: NewPerson[]; email: string | null } | { problems: FieldProblem[] };

/** Checks people against the rule, and gives each a random code. */
export function checkPeople(attendees: readonly AttendeeInput[], rule: PeopleRule): PeopleOutcome {
  const problems: FieldProblem[] = [...countProblems(attendees, rule)];
  const primaries = attendees.flatMap((person, index) => (person.isPrimary === true ? [index] : []));
  if (primaries.length > 1)
    problems.push({
      path: `attendees.${primaries[1]}.isPrimary`,
      message: "must be true for one person only",
    });
  const primary = primaries[0] ?? 0;
  const email = attendees[primary]?.email ?? rule.email;
  if (email === null && rule.needsEmail !== false)
    problems.push({ path: `attendees.${primary}.email`, message: "is required" });

  const people = attendees.map((person, index): NewPerson => {
    const isNamed = person.firstName !== "";
    const mayBeNamedLater =
      rule.namesLater === true && (index !== primary || (rule.boughtBy ?? null) !== null);
    if (!isNamed && !mayBeNamedLater)
      problems.push({ path: `attendees.${index}.firstName`, message: "is required" });
    else if (!isNamed && person.lastName !== "")
      problems.push({ path: `attendees.${index}.firstName`, message: "is required with a last name" });
    const outcome = judgeAnswers(person.answers ?? [], {
      questions: rule.questions,
      person: {
        ticketIds: rule.saveAll ? [person.ticketId] : [...rule.held.keys()],
        boughtTicketIds: index === primary ? [...rule.held.keys()] : null,
      },
      binds: index !== primary || rule.needsAnswers === false ? false : isNamed ? "purchase" : "buyer",
    });
    problems.push(
      ...outcome.problems.map(({ path, message }) => ({ path: `attendees.${index}.${path}`, message })),
    );
    const answers = outcome.answers.flatMap(({ answer, ...question }) =>
      answer === null ? [] : [{ ...question, answer }],
    );
    return {
      ticketId: person.ticketId,
      isPrimary: index === primary,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email ?? (index === primary ? email : null),
      phone: person.phone ?? null,
      qrUuid: randomUUID(),
      answers,
    };
  });
  return problems.length > 0 ? { problems } : { people, email };
}

/**
 * The buyer's name to store, one line of at most 200 characters. Null without a name, or if the primary attendee has the
 * same name and so is the buyer.
 */
export function buyerNameOf(
  given: string | undefined,
  primary?: Pick<NewPerson, "firstName" | "lastName">,
): string | null {
  const nameOf = (text: string) =>
    text
      .replace(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 200)
      .toWellFormed()
      .trim();
  const name = nameOf(given ?? "");
  const isPrimary = primary !== undefined && name === nameOf(`${primary.firstName} ${primary.lastName}`);
  return name === "" || isPrimary ? null : name;
}

/** An answer to store; null removes the stored one. */
export interface JudgedAnswer {
  questionId: number;
  text: string;
  answer: string | null;
}

/**
 * Checks the answers of one person. `binds`: the required questions that must be answered (all, those asked during the
 * purchase, those asked of the buyer during the purchase, or none). `stored`: earlier answers; one is removed if a new
 * answer hides its question. The paths of problems are relative to the person.
 */
export function judgeAnswers(
  given: NonNullable<AttendeeInput["answers"]>,
  {
    questions,
    person,
    binds,
    stored = new Map(),
  }: {
    questions: readonly QuestionRow[];
    person: AnsweringPerson;
    binds: "all" | "purchase" | "buyer" | false;
    stored?: ReadonlyMap<number, string>;
  },
): { answers: JudgedAnswer[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const all = questions.map(presentQuestion);
  const asked = all.filter((question) => isAskedOf(question, person));
  const newTexts = given.map(({ questionId, answer }) => [questionId, answerText(answer)] as const);
  const shown = shownQuestions(asked, Object.fromEntries([...stored, ...newTexts]));
  const answers = new Map<number, JudgedAnswer>();
  for (const [position, { questionId, answer }] of given.entries()) {
    const path = `answers.${position}`;
    const question = all.find(({ id }) => id === questionId);
    if (question === undefined) problems.push({ path, message: "is not a question of this event" });
    else if (answers.has(questionId)) problems.push({ path, message: "answers the same question twice" });
    else {
      const text = answerText(answer);
      answers.set(questionId, { questionId, text: question.text, answer: text });
      const problem = answerProblem({ ...question, required: false }, answer);
      if (problem !== null) problems.push({ path, message: problem });
      // An empty answer may be to a question that is not asked: it removes an answer that no longer fits.
      if (text === null) continue;
      if (!asked.includes(question)) problems.push({ path, message: notAskedWords(question, person) });
      else if (!shown.includes(question))
        problems.push({ path, message: "answers a question that is not shown with these answers" });
    }
  }
  for (const { id, required, askedWhen, askedOf } of binds === false ? [] : shown) {
    if (!required || (askedWhen === "later" && binds !== "all")) continue;
    if (binds === "buyer" && askedOf !== "buyer") continue;
    const current = answers.get(id);
    const isAnswered = current === undefined ? stored.has(id) : current.answer !== null;
    if (!isAnswered) problems.push({ path: `answers.question${id}`, message: "is required" });
  }
  for (const question of all) {
    const { id, text, showIf } = question;
    const isHiddenNow = showIf !== null && answers.has(showIf.questionId) && !shown.includes(question);
    if (isHiddenNow && stored.has(id) && !answers.has(id))
      answers.set(id, { questionId: id, text, answer: null });
  }
  return { answers: [...answers.values()], problems };
}

const notAskedWords = ({ askedOf }: { askedOf: AskedOf }, { boughtTicketIds }: AnsweringPerson): string =>
  askedOf === "buyer" && boughtTicketIds === null
    ? "is asked of the buyer only"
    : "is not asked for this ticket";

function countProblems(attendees: readonly AttendeeInput[], rule: PeopleRule): FieldProblem[] {
  const unknown = attendees.findIndex((person) => !rule.held.has(person.ticketId));
  if (unknown !== -1)
    return [{ path: `attendees.${unknown}.ticketId`, message: "is not a ticket of this registration" }];
  if (!rule.saveAll) {
    return attendees.length === 1
      ? []
      : [{ path: "attendees", message: "must have one person for this event" }];
  }
  for (const [ticketId, places] of rule.held) {
    const count = attendees.filter((person) => person.ticketId === ticketId).length;
    if (count !== places) {
      return [
        {
          path: "attendees",
          message: `must have ${places} with ticket ${ticketId}, one for each bought, not ${count}`,
        },
      ];
    }
  }
  return [];
}
