/**
 * The attendee form: values shaped like the screen, what is wrong with them, and the wire's form of them. Pure. The
 * server's own refusals come back by the wire's paths; `fieldOfPath` finds the field of the screen that each means.
 */
import type { BodyInput } from "../../contract/all.ts";
import { isEmail } from "../../contract/rules/email.ts";
import { type Answer, answerProblem, answerText } from "../../contract/rules/questions.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import { splitName } from "../words/names.ts";
import type { People, Seat } from "./draft.ts";

/** The people as registration/save takes them. */
type SaveBody = BodyInput<"registration/save">;
type WirePerson = SaveBody["attendees"][number];

/** A field of the screen: `buyer.name`, `buyer.email`, `seat.1.name`, `seat.0.question.12`. Also its id in the page. */
export type FieldId = string;

/** What is wrong, by field, in whole sentences. */
export type PeopleProblems = Readonly<Record<FieldId, string>>;

export const buyerField = (name: "name" | "email" | "phone"): FieldId => `buyer.${name}`;
export const seatField = (index: number, name: "name" | "email" | "ticket"): FieldId =>
  `seat.${index}.${name}`;
export const questionField = (index: number, questionId: number): FieldId =>
  `seat.${index}.question.${questionId}`;

/** What the form asks for beside names. */
export interface FormRule {
  readonly questions: readonly FormQuestion[];
  /** One person for each ticket, or the buyer alone (event.config.saveAllAttendeesDetails). */
  readonly everyGuest: boolean;
}

/** The people who are named on the form: all seats, or the first alone. */
export function namedSeats(people: People, { everyGuest }: FormRule): readonly Seat[] {
  return everyGuest ? people.seats : people.seats.slice(0, 1);
}

/** Whether seat 0 is the buyer's own. Where only one person is named, that is always the buyer. */
export function buyerIsFirst(people: People, { everyGuest }: FormRule): boolean {
  return people.buyerAttends || !everyGuest;
}

/**
 * Everything that is wrong, in the order of the screen. Required questions bind the first person alone: a further
 * guest adds no required field beyond a name (docs/wire.md §5).
 */
export function problemsOf(people: People, rule: FormRule): PeopleProblems {
  const problems: Record<FieldId, string> = {};
  const { name, email, phone } = people.buyer;
  if (name.trim() === "") problems[buyerField("name")] = "Enter your name.";
  else if (tooLong(name)) problems[buyerField("name")] = "A name must be at most 200 characters.";
  if (email.trim() === "")
    problems[buyerField("email")] = "Enter your e-mail address: your tickets go there.";
  else if (!isEmail(email.trim()))
    problems[buyerField("email")] = "Enter an e-mail address like name@example.com.";
  if (phone.trim().length > 40)
    problems[buyerField("phone")] = "A phone number must be at most 40 characters.";

  for (const [index, seat] of namedSeats(people, rule).entries()) {
    const isBuyer = index === 0 && buyerIsFirst(people, rule);
    if (!isBuyer) {
      if (seat.name.trim() === "") problems[seatField(index, "name")] = "Enter this guest's name.";
      else if (tooLong(seat.name))
        problems[seatField(index, "name")] = "A name must be at most 200 characters.";
      if (index > 0 && seat.email.trim() !== "" && !isEmail(seat.email.trim()))
        problems[seatField(index, "email")] =
          "Enter an e-mail address like name@example.com, or leave it empty.";
    }
    for (const question of rule.questions) {
      const problem = questionProblem(question, seat.answers[question.id], index === 0);
      if (problem !== null) problems[questionField(index, question.id)] = problem;
    }
  }
  return problems;
}

/** What is wrong with one answer as a sentence, or null; `binds` false makes a required question optional. */
export function questionProblem(
  question: FormQuestion,
  answer: Answer | undefined,
  binds: boolean,
): string | null {
  const problem = answerProblem({ ...question, required: question.required && binds }, answer);
  if (problem === null) return null;
  if (problem === "is required")
    return question.options === null ? "Answer this question." : "Choose an answer.";
  return `The answer ${problem}.`;
}

/**
 * The people as the wire takes them. The first person carries the buyer's address and phone, so that the tickets and
 * the receipt go to whoever pays; a buyer who does not attend is named in the additional fields.
 */
export function attendeesInput(
  people: People,
  rule: FormRule,
): Pick<SaveBody, "attendees" | "additionalFields"> {
  const { buyer } = people;
  const attending = buyerIsFirst(people, rule);
  const attendees = namedSeats(people, rule).map((seat, index): WirePerson => {
    const first = index === 0;
    return {
      ticketId: seat.ticketId,
      ...splitName(first && attending ? buyer.name : seat.name),
      ...(first
        ? { email: buyer.email.trim(), phone: buyer.phone.trim(), isPrimary: true }
        : { email: seat.email.trim() }),
      answers: answersOf(seat, rule.questions),
    };
  });
  return attending ? { attendees } : { attendees, additionalFields: { [boughtBy]: buyer.name.trim() } };
}

/** The name under which a buyer who does not attend is kept with the registration. */
export const boughtBy = "Bought by";

/** The field of the screen that one of the server's paths means, or null when it means none of them. */
export function fieldOfPath(path: string, people: People, rule: FormRule): FieldId | null {
  if (path === `additionalFields.${boughtBy}`) return buyerField("name");
  const [root, indexText, name, place] = path.split(".");
  const index = Number(indexText);
  const seat = namedSeats(people, rule)[index];
  if (root !== "attendees" || seat === undefined) return null;
  const isBuyer = index === 0 && buyerIsFirst(people, rule);
  if (name === "firstName" || name === "lastName")
    return isBuyer ? buyerField("name") : seatField(index, "name");
  if (name === "email") return index === 0 ? buyerField("email") : seatField(index, "email");
  if (name === "phone") return buyerField("phone");
  if (name === "ticketId") return seatField(index, "ticket");
  if (name !== "answers" || place === undefined) return null;
  const questionId = place.startsWith("question")
    ? Number(place.slice("question".length))
    : answersOf(seat, rule.questions)[Number(place)]?.questionId;
  return questionId === undefined ? null : questionField(index, Number(questionId));
}

/** What was given, in the order of the questions; an empty answer is not sent. */
function answersOf(
  seat: Seat,
  questions: readonly FormQuestion[],
): { questionId: number; answer: string | string[] }[] {
  return questions.flatMap(({ id }) => {
    const answer = seat.answers[id];
    if (answer === undefined || answerText(answer) === null) return [];
    return [{ questionId: id, answer: typeof answer === "string" ? answer : [...answer] }];
  });
}

/** Each half of a name may have 100 characters on the wire; the halves are cut by splitName. */
function tooLong(name: string): boolean {
  const { firstName, lastName } = splitName(name);
  return firstName.length > 100 || lastName.length > 100;
}
