/**
 * Checks that the people of a buyer fit the held places, and makes their rows. Pure. There must be one attendee per
 * ticket if the event saves all details, else one; exactly one is primary. A question for chosen ticket types is asked
 * of the people with these tickets, and of one person who stands for several if any of their tickets is of these. Required questions apply only to the primary
 * attendee, because a further guest has no required field except a name (docs/wire.md §5).
 */
import { randomUUID } from "node:crypto";
import type { FieldProblem } from "../../contract/endpoint.ts";
import { isAskedFor } from "../../contract/rules/questions/forTickets.ts";
import { answerProblem, answerText } from "../../contract/rules/questions.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import type { QuestionRow } from "../forms/rows.ts";
import type { NewPerson } from "./rows.ts";

/** The rule that people must fit. `held` is places by ticket id; `email` is the buyer's address from the hold. */
export interface PeopleRule {
  held: ReadonlyMap<number, number>;
  saveAll: boolean;
  questions: readonly QuestionRow[];
  email: string | null;
  /** Staff enter the people. They may not know an address or an answer, so none is required. */
  isByStaff?: boolean;
}

/** The rows with the buyer's address (null only if staff entered none), or all problems. */
export type PeopleOutcome = { people: NewPerson[]; email: string | null } | { problems: FieldProblem[] };

/** Checks the named people against the rule. */
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
  if (email === null && rule.isByStaff !== true)
    problems.push({ path: `attendees.${primary}.email`, message: "is required" });

  const people = attendees.map((person, index): NewPerson => {
    const outcome = judgeAnswers(person.answers ?? [], {
      questions: rule.questions,
      ticketIds: rule.saveAll ? [person.ticketId] : [...rule.held.keys()],
      binds: index === primary && rule.isByStaff !== true,
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

/** An answer as it is stored; null is an empty one. */
export interface JudgedAnswer {
  questionId: number;
  text: string;
  answer: string | null;
}

/**
 * Judges the answers of one person with these tickets. With `binds`, required questions must be answered, except those
 * in `answered`, which have a stored answer. Paths begin at the person.
 */
export function judgeAnswers(
  given: NonNullable<AttendeeInput["answers"]>,
  {
    questions,
    ticketIds,
    binds,
    answered = [],
  }: {
    questions: readonly QuestionRow[];
    ticketIds: readonly number[];
    binds: boolean;
    answered?: readonly number[];
  },
): { answers: JudgedAnswer[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answers = new Map<number, JudgedAnswer>();
  for (const [position, { questionId, answer }] of given.entries()) {
    const path = `answers.${position}`;
    const question = byId.get(questionId);
    if (question === undefined) problems.push({ path, message: "is not a question of this event" });
    else if (answers.has(questionId)) problems.push({ path, message: "answers the same question twice" });
    else {
      const text = answerText(answer);
      answers.set(questionId, { questionId, text: question.text, answer: text });
      const problem = answerProblem({ ...question, typeId: question.type_id, required: false }, answer);
      if (problem !== null) problems.push({ path, message: problem });
      if (text !== null && !isAskedFor(question.ticket_ids, ticketIds))
        problems.push({ path, message: "is not asked for this ticket" });
    }
  }
  for (const question of binds ? questions : []) {
    if (!question.required || !isAskedFor(question.ticket_ids, ticketIds)) continue;
    const current = answers.get(question.id);
    const isAnswered = current === undefined ? answered.includes(question.id) : current.answer !== null;
    if (!isAnswered) problems.push({ path: `answers.question${question.id}`, message: "is required" });
  }
  return { answers: [...answers.values()], problems };
}

function countProblems(attendees: readonly AttendeeInput[], rule: PeopleRule): FieldProblem[] {
  const unknown = attendees.findIndex((person) => !rule.held.has(person.ticketId));
  if (unknown !== -1)
    return [{ path: `attendees.${unknown}.ticketId`, message: "is not a ticket of this registration" }];
  if (!rule.saveAll) {
    return attendees.length === 1
      ? []
      : [{ path: "attendees", message: "must name one person for this event" }];
  }
  for (const [ticketId, places] of rule.held) {
    const count = attendees.filter((person) => person.ticketId === ticketId).length;
    if (count !== places) {
      return [
        {
          path: "attendees",
          message: `must name ${places} of ticket ${ticketId}, one for each bought, not ${count}`,
        },
      ];
    }
  }
  return [];
}
