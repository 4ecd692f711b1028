import { expect, test } from "vitest";
import { CHECKBOXES, MULTIPLE_CHOICE } from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import { bodyOf, fieldOfPath, problemsOf, storedDetails, valuesOf } from "./detailsForm.ts";
import type { OwnTicket } from "./words.ts";

const question = (id: number, more: Partial<FormQuestion> = {}) =>
  ({
    id,
    text: `Question ${id}`,
    typeId: MULTIPLE_CHOICE,
    required: true,
    options: ["Fish", "Vegan"],
    ticketIds: null,
    askedOf: "guest",
    askedWhen: "purchase",
    showIf: null,
    ...more,
  }) as FormQuestion;
const questions = [
  question(1),
  question(2, { typeId: CHECKBOXES, required: false }),
  question(3, { ticketIds: [99] }),
];
const attendee = (id: number, more: Partial<Attendee>) =>
  ({
    id,
    attendeeId: id,
    isPrimary: id === 1,
    lastName: "",
    email: null,
    phone: null,
    answers: [],
    ...more,
  }) as Attendee;
const mia = attendee(1, {
  firstName: "Mia Anna",
  lastName: "de Keller",
  email: "mia@exmaple.org",
  answers: [
    { questionId: 1, text: "", answer: "Fish" },
    { questionId: 2, text: "", answer: "Fish\nVegan" },
  ],
});
const leo = attendee(2, { firstName: "Leo" });
const eve = attendee(3, { firstName: "Eve" });
const ticket = (attendeeId: number, refusal: string | null = null) =>
  ({ attendeeId, ticketIds: [1], isBuyer: attendeeId === 1, refusal }) as OwnTicket;
const stored = storedDetails("mia@exmaple.org", {
  attendees: [mia, leo, eve],
  tickets: [ticket(1), ticket(2), ticket(3, "Eve is checked in.")],
  questions,
});
const values = valuesOf(stored);
const [miaValues, leoValues] = [values.people[0]!, values.people[1]!];

test("the form has the people whose details may be changed, with their own questions, and the buyer's address once", () => {
  expect(stored.people.map((one) => [one.attendee.firstName, one.hasEmail, one.questions.length])).toEqual([
    ["Mia Anna", false, 2],
    ["Leo", true, 2],
  ]);
  expect(miaValues.answers).toEqual({ 1: "Fish", 2: ["Fish", "Vegan"] });
  expect(problemsOf(values, stored)).toEqual({});
});

test("only changed details are in the request, and there is no request without changes", () => {
  expect(bodyOf(values, stored)).toBeNull();
  expect(bodyOf({ ...values, email: " mia@example.org " }, stored)).toEqual({ email: "mia@example.org" });
  const people = [
    { ...miaValues, answers: { ...miaValues.answers, 2: ["Vegan"] } },
    { ...leoValues, name: "Leo van Groß", email: "leo@example.org", phone: "1" },
  ];
  expect(bodyOf({ ...values, people }, stored)).toEqual({
    attendees: [
      { attendeeId: 1, answers: [{ questionId: 2, answer: ["Vegan"] }] },
      { attendeeId: 2, firstName: "Leo", lastName: "van Groß", email: "leo@example.org", phone: "1" },
    ],
  });
});

test("each guest of a sponsor has an address field, and the names and answers may stay empty", () => {
  const guests = [1, 2].map((id) => attendee(id, { firstName: `Guest ${id}`, missing: ["name", "answers"] }));
  const guestsOfSponsor = storedDetails("ada@example.org", {
    attendees: guests,
    tickets: [1, 2].map((id) => ({ ...ticket(id), isBuyer: false })),
    questions,
  });
  expect(
    guestsOfSponsor.people.map(({ mustAnswer, hasEmail, hasPhone }) => [mustAnswer, hasEmail, hasPhone]),
  ).toEqual([
    [false, true, false],
    [false, true, false],
  ]);
  const initial = valuesOf(guestsOfSponsor);
  const filled = { ...initial, people: [initial.people[0]!, { ...initial.people[1]!, name: "Leo Groß" }] };
  expect(problemsOf(filled, guestsOfSponsor)).toEqual({});
  expect(bodyOf(filled, guestsOfSponsor)).toEqual({
    attendees: [{ attendeeId: 2, firstName: "Leo", lastName: "Groß" }],
  });
});

test("wrong values have messages at their fields", () => {
  const people = [
    { ...miaValues, name: " ", answers: { 1: "" } },
    { ...leoValues, email: "leo@", phone: "1".repeat(41) },
  ];
  expect(problemsOf({ email: "", people }, stored)).toEqual({
    "details.email": "Enter your e-mail address. We send your tickets there.",
    "details.0.name": "Enter a name.",
    "details.0.question.1": "Choose an answer.",
    "details.1.email": "Enter an e-mail address like name@example.com, or leave it empty.",
    "details.1.phone": "A phone number must be at most 40 characters.",
  });
});

test("a refusal of the server is shown at its field", () => {
  const body = { attendees: [{ attendeeId: 2, answers: [{ questionId: 2, answer: "Fish" }] }] };
  expect(fieldOfPath("email", body, stored)).toBe("details.email");
  expect(fieldOfPath("attendees.0.lastName", body, stored)).toBe("details.1.name");
  expect(fieldOfPath("attendees.0.answers.0", body, stored)).toBe("details.1.question.2");
  expect(fieldOfPath("attendees.0.answers.question1", body, stored)).toBe("details.1.question.1");
  expect(fieldOfPath("attendees.1.phone", body, stored)).toBeNull();
});
