import type { BodyInput } from "../../../../contract/all.ts";
import { isEmail } from "../../../../contract/rules/email.ts";
import { isAskedOf, shownQuestions } from "../../../../contract/rules/questions/asked.ts";
import { type Answer, answerText, CHECKBOXES } from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import { questionProblem } from "../../../event/questionProblem.ts";
import { fullNameOf, splitName } from "../../../words/names.ts";
import type { OwnTicket } from "./words.ts";

/** The buyer's request without the proof of ownership. A guest's request has only the fields of one person. */
export type DetailsChange = Omit<BodyInput<"registration/correct">, "registrationId" | "accessKey">;
type PersonChange = NonNullable<DetailsChange["attendees"]>[number];

export interface DetailsPerson {
  attendee: Attendee;
  questions: readonly FormQuestion[];
  /** Whether the required questions must be answered, and a missing name given. */
  mustAnswer: boolean;
  /** Without an e-mail field the ticket goes to the buyer's address. */
  hasEmail: boolean;
  /** Whether there is a phone field if the event asks for numbers. A stored number always has a field. */
  hasPhone: boolean;
}

export interface StoredDetails {
  /** The buyer's address; empty if unknown or not on the form. */
  email: string;
  people: readonly DetailsPerson[];
}

/** The texts as typed; answers by question id. */
export interface PersonValues {
  name: string;
  email: string;
  phone: string;
  answers: Readonly<Record<number, Answer>>;
}

/** `people` is in the order of the stored people. */
export interface DetailsValues {
  email: string;
  people: readonly PersonValues[];
}

/** By the field's id in the page. */
export type DetailsProblems = Readonly<Record<string, string>>;

export const buyerMailField = "details.email";
export const personField = (index: number, name: "name" | "email" | "phone") => `details.${index}.${name}`;
export const personQuestionField = (index: number, questionId: number) =>
  `details.${index}.question.${questionId}`;

/** Leaves out people who are checked in. */
export function storedDetails(
  email: string | null,
  {
    attendees,
    tickets,
    questions,
  }: {
    attendees: readonly Attendee[];
    tickets: readonly OwnTicket[];
    questions: readonly FormQuestion[];
  },
): StoredDetails {
  const people = attendees.flatMap((attendee): DetailsPerson[] => {
    const ticket = tickets.find(({ attendeeId }) => attendeeId === attendee.attendeeId);
    if (ticket === undefined || ticket.refusal !== null) return [];
    const boughtTicketIds = attendee.isPrimary ? tickets.flatMap((one) => one.ticketIds) : null;
    const ownQuestions = questions.filter((question) =>
      isAskedOf(question, { ticketIds: ticket.ticketIds, boughtTicketIds }),
    );
    const isBuyersAddress = attendee.email === null || attendee.email.toLowerCase() === email?.toLowerCase();
    const { isBuyer } = ticket;
    const hasEmail = !(isBuyer && isBuyersAddress);
    return [{ attendee, questions: ownQuestions, mustAnswer: isBuyer, hasEmail, hasPhone: isBuyer }];
  });
  return { email: email ?? "", people };
}

/** Empty if the guest has no name yet. */
const storedName = (attendee: Attendee): string =>
  attendee.missing?.includes("name") === true ? "" : fullNameOf(attendee);

export function valuesOf({ email, people }: StoredDetails): DetailsValues {
  return {
    email,
    people: people.map(({ attendee, questions }) => ({
      name: storedName(attendee),
      email: attendee.email ?? "",
      phone: attendee.phone ?? "",
      answers: Object.fromEntries(
        attendee.answers.map(({ questionId, answer }) => {
          const typeId = questions.find(({ id }) => id === questionId)?.typeId;
          return [questionId, typeId === CHECKBOXES ? answer.split("\n") : answer];
        }),
      ),
    })),
  };
}

/** In the order of the screen. */
export function problemsOf(values: DetailsValues, stored: StoredDetails): DetailsProblems {
  const problems: Record<string, string> = {};
  const email = values.email.trim();
  if (email === "" && stored.email !== "")
    problems[buyerMailField] = "Enter your e-mail address. We send your tickets there.";
  else if (email !== "" && !isEmail(email))
    problems[buyerMailField] = "Enter an e-mail address like name@example.com.";
  for (const [index, { attendee, questions, mustAnswer, hasEmail }] of stored.people.entries()) {
    const person = values.people[index]!;
    const { firstName, lastName } = splitName(person.name);
    const mayStayUnnamed = !mustAnswer && storedName(attendee) === "";
    if (firstName === "" && !mayStayUnnamed) problems[personField(index, "name")] = "Enter a name.";
    else if (firstName.length > 100 || lastName.length > 100)
      problems[personField(index, "name")] = "A name must be at most 200 characters.";
    const address = person.email.trim();
    if (hasEmail && address !== "" && !isEmail(address))
      problems[personField(index, "email")] =
        "Enter an e-mail address like name@example.com, or leave it empty.";
    if (person.phone.trim().length > 40)
      problems[personField(index, "phone")] = "A phone number must be at most 40 characters.";
    for (const question of shownQuestions(questions, person.answers)) {
      const problem = questionProblem(question, person.answers[question.id], mustAnswer);
      if (problem !== null) problems[personQuestionField(index, question.id)] = problem;
    }
  }
  return problems;
}

/** Only what differs. An empty address of the buyer counts as unchanged. */
export function bodyOf(values: DetailsValues, stored: StoredDetails): DetailsChange | null {
  const email = values.email.trim();
  const attendees = stored.people.flatMap((person, index): PersonChange[] => {
    const change = personChange(values.people[index]!, person);
    return change === null ? [] : [change];
  });
  const isSameMail = email === stored.email || email === "";
  if (isSameMail && attendees.length === 0) return null;
  return {
    ...(!isSameMail && { email }),
    ...(attendees.length > 0 && { attendees }),
  };
}

function personChange(
  { name, email, phone, answers }: PersonValues,
  { attendee, questions, hasEmail }: DetailsPerson,
): PersonChange | null {
  const changedAnswers = shownQuestions(questions, answers).flatMap(({ id: questionId }) => {
    const answer = answers[questionId] ?? "";
    const storedAnswer = attendee.answers.find((one) => one.questionId === questionId)?.answer ?? null;
    if (answerText(answer) === storedAnswer) return [];
    return [{ questionId, answer: typeof answer === "string" ? answer : [...answer] }];
  });
  const fields = {
    // An unchanged name is not sent, because `splitName` may split it differently.
    ...(name.trim() !== storedName(attendee) && splitName(name)),
    ...(hasEmail && email.trim() !== (attendee.email ?? "") && { email: email.trim() }),
    ...(phone.trim() !== (attendee.phone ?? "") && { phone: phone.trim() }),
    ...(changedAnswers.length > 0 && { answers: changedAnswers }),
  };
  return Object.keys(fields).length === 0 ? null : { attendeeId: attendee.attendeeId, ...fields };
}

/** The field for a path in the server's refusal of `body`. */
export function fieldOfPath(path: string, body: DetailsChange, { people }: StoredDetails): string | null {
  if (path === "email") return buyerMailField;
  const [root, place, name, position = ""] = path.split(".");
  const person = body.attendees?.[Number(place)];
  const index = people.findIndex(({ attendee }) => attendee.attendeeId === person?.attendeeId);
  if (root !== "attendees" || person === undefined || index === -1) return null;
  if (name === "firstName" || name === "lastName") return personField(index, "name");
  if (name === "email" || name === "phone") return personField(index, name);
  if (name !== "answers") return null;
  // A required answer that is missing has "question12" in place of an index.
  const questionId = position.startsWith("question")
    ? Number(position.slice("question".length))
    : person.answers?.[Number(position)]?.questionId;
  return questionId === undefined ? null : personQuestionField(index, Number(questionId));
}

export function addressesInChange({ email, attendees = [] }: DetailsChange): string[] {
  const addresses = [email, ...attendees.map((one) => one.email)];
  return [
    ...new Set(addresses.filter((address) => typeof address === "string" && address !== "")),
  ] as string[];
}
