import { expect, test } from "vitest";
import {
  CHECKBOXES,
  DROPDOWN,
  MULTIPLE_CHOICE,
  PARAGRAPH,
  SHORT_ANSWER,
} from "../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { AttendeeDraft, PeopleDraft } from "../draft.ts";
import { attendeesInput, type FormRule, fieldOfPath, problemsOf, questionsFor } from "../peopleForm.ts";

const question = (id: number, typeId: number, overrides: Partial<FormQuestion> = {}): FormQuestion => ({
  id,
  eventId: 1,
  typeId,
  text: `Question ${id}`,
  required: false,
  options: typeId === SHORT_ANSWER || typeId === PARAGRAPH ? null : ["Fish", "Beans"],
  sortOrder: id,
  showAtDoor: false,
  ticketIds: null,
  askedOf: "guest",
  askedWhen: "purchase",
  showIf: null,
  ...overrides,
});

const attendee = (overrides: Partial<AttendeeDraft> = {}): AttendeeDraft => ({
  ticketId: 1,
  name: "",
  email: "",
  answers: {},
  ...overrides,
});

const peopleOf = (overrides: Partial<PeopleDraft> = {}): PeopleDraft => ({
  buyer: { name: "Ada Lovelace", email: "ada@example.org", phone: "" },
  buyerAttends: true,
  attendees: [attendee()],
  ...overrides,
});

const rule = (questions: FormQuestion[] = [], everyGuest = true): FormRule => ({
  questions,
  everyGuest,
  ticketIds: [1, 2],
});

test("a buyer of one ticket has two fields to fill in", () => {
  const empty = peopleOf({ buyer: { name: " ", email: "", phone: "" } });
  expect(Object.keys(problemsOf(empty, rule()))).toEqual(["buyer.name", "buyer.email"]);
  expect(problemsOf(peopleOf(), rule())).toEqual({});
});

test("a further guest must give only a name, even if the event has required questions", () => {
  const people = peopleOf({ attendees: [attendee({ answers: { 5: "Fish" } }), attendee()] });
  const menuRule = rule([question(5, MULTIPLE_CHOICE, { required: true })]);
  expect(Object.keys(problemsOf(people, menuRule))).toEqual(["attendee.1.name"]);
});

test("an e-mail address must be valid, also a guest's if it is given", () => {
  const people = peopleOf({
    buyer: { name: "Ada", email: "ada@example", phone: "" },
    attendees: [
      attendee(),
      attendee({ name: "Grace", email: "grace" }),
      attendee({ name: "Edith", email: "" }),
    ],
  });
  expect(Object.keys(problemsOf(people, rule()))).toEqual(["buyer.email", "attendee.1.email"]);
});

test.each([
  [SHORT_ANSWER, undefined, "Answer this question."],
  [PARAGRAPH, "  ", "Answer this question."],
  [MULTIPLE_CHOICE, undefined, "Choose an answer."],
  [CHECKBOXES, [], "Choose an answer."],
  [DROPDOWN, "", "Choose an answer."],
  [DROPDOWN, "Meat", "The answer must be one of the options."],
  [SHORT_ANSWER, "x".repeat(501), "The answer must be at most 500 characters."],
])("a required question of type %i with the answer %j is refused", (typeId, answer, sentence) => {
  const people = peopleOf({ attendees: [attendee({ answers: answer === undefined ? {} : { 5: answer } })] });
  const problems = problemsOf(people, rule([question(5, typeId, { required: true })]));
  expect(problems).toEqual({ "attendee.0.question.5": sentence });
});

test("the buyer is the first guest, with address and phone, and is primary", () => {
  const people = peopleOf({
    buyer: { name: " Ada Lovelace ", email: " ada@example.org ", phone: "+44 1" },
    attendees: [
      attendee({ ticketId: 1 }),
      attendee({ ticketId: 2, name: "Ludwig van Beethoven", email: "lb@example.org" }),
    ],
  });
  expect(attendeesInput(people, rule())).toEqual({
    attendees: [
      {
        ticketId: 1,
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@example.org",
        phone: "+44 1",
        isPrimary: true,
        answers: [],
      },
      { ticketId: 2, firstName: "Ludwig", lastName: "van Beethoven", email: "lb@example.org", answers: [] },
    ],
    // Empty, but sent: it replaces the fields of an earlier save in which the buyer did not attend.
    additionalFields: {},
  });
});

test("a buyer who does not attend gets the tickets by mail and is named with the registration", () => {
  const people = peopleOf({ buyerAttends: false, attendees: [attendee({ name: "Grace Hopper" })] });
  const sent = attendeesInput(people, rule());
  expect(sent.attendees).toMatchObject([
    { firstName: "Grace", lastName: "Hopper", email: "ada@example.org", isPrimary: true },
  ]);
  expect(sent.additionalFields).toEqual({ "Bought by": "Ada Lovelace" });
  expect(problemsOf(peopleOf({ buyerAttends: false }), rule())).toHaveProperty(["attendee.0.name"]);
});

test("an event that asks for the buyer only gets only the buyer", () => {
  const people = peopleOf({ buyerAttends: false, attendees: [attendee(), attendee({ ticketId: 2 })] });
  expect(problemsOf(people, rule([], false))).toEqual({});
  expect(attendeesInput(people, rule([], false))).toMatchObject({
    attendees: [{ firstName: "Ada", isPrimary: true }],
  });
});

test("answers are sent in the order of the questions, and empty ones are not sent", () => {
  const questions = [question(6, CHECKBOXES), question(5, SHORT_ANSWER), question(7, PARAGRAPH)];
  const people = peopleOf({
    attendees: [attendee({ answers: { 7: " ", 6: ["Fish", "Beans"], 5: "none" } })],
  });
  expect(attendeesInput(people, rule(questions)).attendees[0]?.answers).toEqual([
    { questionId: 6, answer: ["Fish", "Beans"] },
    { questionId: 5, answer: "none" },
  ]);
});

test.each([
  ["attendees.0.firstName", "buyer.name"],
  ["attendees.0.lastName", "buyer.name"],
  ["attendees.0.email", "buyer.email"],
  ["attendees.0.phone", "buyer.phone"],
  ["attendees.1.lastName", "attendee.1.name"],
  ["attendees.1.email", "attendee.1.email"],
  ["attendees.1.ticketId", "attendee.1.ticket"],
  ["attendees.0.answers.question6", "attendee.0.question.6"],
  ["attendees.0.answers.1", "attendee.0.question.7"],
  ["attendees.0.answers.0.answer", "attendee.0.question.5"],
  ["attendees.9.email", null],
  ["attendees", null],
  ["registrationId", null],
])("the server's path %s is the field %s", (path, field) => {
  const questions = [question(5, SHORT_ANSWER), question(6, CHECKBOXES), question(7, PARAGRAPH)];
  const people = peopleOf({ attendees: [attendee({ answers: { 5: "a", 7: "b" } }), attendee()] });
  expect(fieldOfPath(path, people, rule(questions))).toBe(field);
});

test("if the buyer does not attend, a refusal of the first guest's name is shown at the guest's field", () => {
  const people = peopleOf({ buyerAttends: false });
  expect(fieldOfPath("attendees.0.firstName", people, rule())).toBe("attendee.0.name");
  expect(fieldOfPath("attendees.0.email", people, rule())).toBe("buyer.email");
  expect(fieldOfPath("additionalFields.Bought by", people, rule())).toBe("buyer.name");
});

test("a path of an answer is read without the answers of a guest who is named later", () => {
  const questions = [question(5, SHORT_ANSWER), question(6, SHORT_ANSWER, { askedOf: "buyer" })];
  const later = { ...rule(questions), namesLater: true };
  const people = peopleOf({ buyerAttends: false, attendees: [attendee({ answers: { 5: "a", 6: "b" } })] });
  const fieldOfFirst = (guestsLater: boolean) =>
    fieldOfPath("attendees.0.answers.0", { ...people, guestsLater }, later);
  expect([fieldOfFirst(true), fieldOfFirst(false)]).toEqual([
    "attendee.0.question.6",
    "attendee.0.question.5",
  ]);
  expect(attendeesInput({ ...people, guestsLater: true }, later).attendees[0]?.answers).toEqual([
    { questionId: 6, answer: "b" },
  ]);
});

test("a question for a ticket type is asked of the people with that ticket, and not sent for others", () => {
  const questions = [question(5, SHORT_ANSWER, { required: true, ticketIds: [2] })];
  const typed = { answers: { 5: "Fish" } };
  const standard = peopleOf({
    attendees: [attendee(typed), attendee({ ...typed, name: "Leo", ticketId: 2 })],
  });
  expect(problemsOf(standard, rule(questions))).toEqual({});
  expect(attendeesInput(standard, rule(questions)).attendees.map(({ answers }) => answers)).toEqual([
    [],
    [{ questionId: 5, answer: "Fish" }],
  ]);
  const dinner = peopleOf({ attendees: [attendee({ ticketId: 2 })] });
  expect(problemsOf(dinner, rule(questions))).toEqual({ "attendee.0.question.5": "Answer this question." });
});

test("if only the buyer is named, the buyer is asked the questions of every chosen ticket type", () => {
  const questions = [question(5, SHORT_ANSWER, { required: true, ticketIds: [2] })];
  expect(Object.keys(problemsOf(peopleOf(), rule(questions, false)))).toEqual(["attendee.0.question.5"]);
  expect(problemsOf(peopleOf(), { ...rule(questions, false), ticketIds: [1] })).toEqual({});
});

test("a question that depends on an answer is asked, needed and sent only with that answer", () => {
  const menu = question(5, MULTIPLE_CHOICE);
  const nuts = question(6, SHORT_ANSWER, { required: true, showIf: { questionId: 5, equals: "Beans" } });
  const withMenu = (dish: string) => peopleOf({ attendees: [attendee({ answers: { 5: dish, 6: "None" } })] });
  const sent = (people: PeopleDraft) => attendeesInput(people, rule([menu, nuts])).attendees[0]?.answers;
  expect(sent(withMenu("Fish"))).toEqual([{ questionId: 5, answer: "Fish" }]);
  expect(sent(withMenu("Beans"))).toHaveLength(2);
  const unanswered = (dish: string) => peopleOf({ attendees: [attendee({ answers: { 5: dish } })] });
  expect(Object.keys(problemsOf(unanswered("Beans"), rule([menu, nuts])))).toEqual(["attendee.0.question.6"]);
  expect(problemsOf(unanswered("Fish"), rule([menu, nuts]))).toEqual({});
});

test("a question to the buyer is asked once, and a question for later is not asked with the purchase", () => {
  const toBuyer = question(5, SHORT_ANSWER, { askedOf: "buyer", ticketIds: [2] });
  const later = question(6, SHORT_ANSWER, { required: true, askedWhen: "later" });
  const people = peopleOf({ attendees: [attendee(), attendee({ ticketId: 2, name: "Leo" })] });
  const idsOf = (index: number) => questionsFor(people, index, rule([toBuyer, later])).map(({ id }) => id);
  expect([idsOf(0), idsOf(1)]).toEqual([[5], []]);
});

test("a guest's name may be empty only if the event lets guests be named later", () => {
  const people = peopleOf({ attendees: [attendee(), attendee()] });
  expect(Object.values(problemsOf(people, rule()))).toEqual(["Enter this guest's name."]);
  expect(problemsOf(people, { ...rule(), namesLater: true })).toEqual({});
});

test("guests who are left for later are sent without the text that was typed about them", () => {
  const typed = { name: "Grace Hopper", email: "grace@example.org" };
  const people = peopleOf({ attendees: [attendee(), attendee(typed)], guestsLater: true });
  const later = { ...rule(), namesLater: true };
  expect(attendeesInput(people, later).attendees).toMatchObject([
    { firstName: "Ada", lastName: "Lovelace" },
    { firstName: "", lastName: "", email: "" },
  ]);
  expect(attendeesInput(people, rule()).attendees[1]).toMatchObject({ firstName: "Grace" });
});
