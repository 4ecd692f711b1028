import type { BodyInput } from "../../contract/all.ts";
import { isEmail } from "../../contract/rules/email.ts";
import { boughtByField } from "../../contract/rules/nameParts.ts";
import { type AskedOf, isAskedOf, shownQuestions } from "../../contract/rules/questions/asked.ts";
import { answerText } from "../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import { questionProblem } from "../event/questionProblem.ts";
import { splitName } from "../words/names.ts";
import type { AttendeeDraft, PeopleDraft } from "./draft.ts";
import { attendeeField, buyerField, type FieldId, questionField } from "./fieldIds.ts";

type SaveBody = BodyInput<"registration/save">;
type WirePerson = SaveBody["attendees"][number];

export type PeopleProblems = Readonly<Record<FieldId, string>>;

export interface FormRule {
  readonly questions: readonly FormQuestion[];
  /** False if only the buyer is named (event.config.saveAllAttendeesDetails). */
  readonly everyGuest: boolean;
  readonly ticketIds: readonly number[];
  readonly asksPhone?: boolean;
  /** Guests may be named after the purchase (event.config.guestNamesLater). */
  readonly namesLater?: boolean;
}

/** Includes guests who are left for later. */
export function attendeesOnForm(people: PeopleDraft, { everyGuest }: FormRule): readonly AttendeeDraft[] {
  return everyGuest ? people.attendees : people.attendees.slice(0, 1);
}

export function areGuestsLater(
  people: PeopleDraft,
  { namesLater, everyGuest }: Pick<FormRule, "namesLater" | "everyGuest">,
): boolean {
  return namesLater === true && everyGuest && people.guestsLater === true;
}

function isNamedNow(people: PeopleDraft, index: number, rule: FormRule): boolean {
  if (index === 0 && buyerIsFirst(people, rule)) return true;
  return !areGuestsLater(people, rule) && attendeesOnForm(people, rule)[index]?.name.trim() !== "";
}

/**
 * Only the first person must answer required questions now. If that is a guest who is named later, only the questions
 * to the buyer must be answered.
 */
export function mustAnswerNow(
  people: PeopleDraft,
  index: number,
  { rule, askedOf }: { rule: FormRule; askedOf: AskedOf },
): boolean {
  return index === 0 && (rule.namesLater !== true || askedOf === "buyer" || isNamedNow(people, index, rule));
}

/**
 * If only the buyer is named, the buyer is asked the questions of every chosen ticket. The first person also answers
 * the questions to the buyer.
 */
export function questionsFor(people: PeopleDraft, index: number, rule: FormRule): readonly FormQuestion[] {
  const attendee = people.attendees[index];
  const ownTicketIds = attendee === undefined ? [] : [attendee.ticketId];
  const person = {
    ticketIds: rule.everyGuest ? ownTicketIds : rule.ticketIds,
    boughtTicketIds: index === 0 ? rule.ticketIds : null,
  };
  const asked = rule.questions.filter(
    (question) => question.askedWhen === "purchase" && isAskedOf(question, person),
  );
  return shownQuestions(asked, attendee?.answers ?? {});
}

export function buyerIsFirst(people: PeopleDraft, { everyGuest }: FormRule): boolean {
  return people.buyerAttends || !everyGuest;
}

export function problemsOf(people: PeopleDraft, rule: FormRule): PeopleProblems {
  const problems: Record<FieldId, string> = {};
  const { name, email, phone } = people.buyer;
  if (name.trim() === "") problems[buyerField("name")] = "Enter your name.";
  else if (isTooLong(name)) problems[buyerField("name")] = "A name must be at most 200 characters.";
  if (email.trim() === "")
    problems[buyerField("email")] = "Enter your e-mail address. We send your tickets there.";
  else if (!isEmail(email.trim()))
    problems[buyerField("email")] = "Enter an e-mail address like name@example.com.";
  if (phone.trim().length > 40)
    problems[buyerField("phone")] = "A phone number must be at most 40 characters.";

  for (const [index, attendee] of attendeesOnForm(people, rule).entries()) {
    const isBuyer = index === 0 && buyerIsFirst(people, rule);
    const isLater = !isBuyer && areGuestsLater(people, rule);
    if (!isBuyer && !isLater) {
      if (attendee.name.trim() === "" && rule.namesLater !== true)
        problems[attendeeField(index, "name")] = "Enter this guest's name.";
      else if (isTooLong(attendee.name))
        problems[attendeeField(index, "name")] = "A name must be at most 200 characters.";
      if (index > 0 && attendee.email.trim() !== "" && !isEmail(attendee.email.trim()))
        problems[attendeeField(index, "email")] =
          "Enter an e-mail address like name@example.com, or leave it empty.";
    }
    for (const question of questionsFor(people, index, rule)) {
      if (isLater && question.askedOf === "guest") continue;
      const mustAnswer = mustAnswerNow(people, index, { rule, askedOf: question.askedOf });
      const problem = questionProblem(question, attendee.answers[question.id], mustAnswer);
      if (problem !== null) problems[questionField(index, question.id)] = problem;
    }
  }
  return problems;
}

export function addressesOf(people: PeopleDraft, rule: FormRule): string[] {
  const guests = areGuestsLater(people, rule) ? [] : attendeesOnForm(people, rule).slice(1);
  return [people.buyer.email, ...guests.map(({ email }) => email)];
}

/** The first person has the buyer's e-mail address and phone, so that the buyer gets the tickets and the receipt. */
export function attendeesInput(
  people: PeopleDraft,
  rule: FormRule,
): Pick<SaveBody, "attendees" | "additionalFields"> {
  const { buyer } = people;
  const isBuyerFirst = buyerIsFirst(people, rule);
  const attendees = attendeesOnForm(people, rule).map((attendee, index): WirePerson => {
    const isFirst = index === 0;
    const isBuyer = isFirst && isBuyerFirst;
    const isLater = !isBuyer && areGuestsLater(people, rule);
    return {
      ticketId: attendee.ticketId,
      ...splitName(isBuyer ? buyer.name : isLater ? "" : attendee.name),
      ...(isFirst
        ? { email: buyer.email.trim(), phone: buyer.phone.trim(), isPrimary: true }
        : { email: isLater ? "" : attendee.email.trim() }),
      answers: answersOf(people, index, rule),
    };
  });
  return { attendees, additionalFields: isBuyerFirst ? {} : { [boughtByField]: buyer.name.trim() } };
}

/** Finds the field on the screen for a path of the server's refusal. */
export function fieldOfPath(path: string, people: PeopleDraft, rule: FormRule): FieldId | null {
  if (path === `additionalFields.${boughtByField}`) return buyerField("name");
  const [root, indexText, name, place] = path.split(".");
  const index = Number(indexText);
  const attendee = attendeesOnForm(people, rule)[index];
  if (root !== "attendees" || attendee === undefined) return null;
  const isBuyer = index === 0 && buyerIsFirst(people, rule);
  if (name === "firstName" || name === "lastName")
    return isBuyer ? buyerField("name") : attendeeField(index, "name");
  if (name === "email") return index === 0 ? buyerField("email") : attendeeField(index, "email");
  if (name === "phone") return buyerField("phone");
  if (name === "ticketId") return attendeeField(index, "ticket");
  // After "answers" the path has the index of the answer, or "question12".
  if (name !== "answers" || place === undefined) return null;
  const questionId = place.startsWith("question")
    ? Number(place.slice("question".length))
    : answersOf(people, index, rule)[Number(place)]?.questionId;
  return questionId === undefined ? null : questionField(index, Number(questionId));
}

function answersOf(
  people: PeopleDraft,
  index: number,
  rule: FormRule,
): { questionId: number; answer: string | string[] }[] {
  const isLater = !(index === 0 && buyerIsFirst(people, rule)) && areGuestsLater(people, rule);
  return questionsFor(people, index, rule).flatMap(({ id, askedOf }) => {
    const answer = people.attendees[index]?.answers[id];
    if (isLater && askedOf === "guest") return [];
    if (answer === undefined || answerText(answer) === null) return [];
    return [{ questionId: id, answer: typeof answer === "string" ? answer : [...answer] }];
  });
}

/** Each half of a name may have 100 characters in the request. */
function isTooLong(name: string): boolean {
  const { firstName, lastName } = splitName(name);
  return firstName.length > 100 || lastName.length > 100;
}
