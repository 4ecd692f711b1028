import { expect, test } from "vitest";
import { CHECKBOXES, SHORT_ANSWER } from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { ExpressOffer } from "../../../event/eventPage.ts";
import { problemsOf } from "../../../sale/peopleForm.ts";
import {
  emptyRegisterDraft,
  formRuleOf,
  registerBody,
  registerDraftOf,
  withExtra,
  withPeople,
} from "./registerForm.ts";

const question = (id: number, part: Partial<FormQuestion>): FormQuestion => ({
  id,
  eventId: 1,
  typeId: SHORT_ANSWER,
  text: "Boat?",
  required: false,
  options: null,
  sortOrder: id,
  showAtDoor: false,
  ticketIds: null,
  askedOf: "guest",
  askedWhen: "purchase",
  showIf: null,
  ...part,
});

const offer: ExpressOffer = {
  ticketId: 5,
  maxPeople: 4,
  limitWords: "No more places are left.",
  everyGuest: true,
  namesLater: false,
  questions: [
    question(11, { required: true }),
    question(12, { typeId: CHECKBOXES, options: ["Row", "Sail"] }),
  ],
  extras: [{ id: 7, name: "Programme", description: "", max: 2 }],
};

/** A list is a field with several values. */
function posted(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return form;
}

test("a posted form becomes one request for everybody, with answers and extras", () => {
  const draft = registerDraftOf(
    posted({
      "buyer.name": "Ada Lovelace",
      "buyer.email": " ada@example.org ",
      "buyer.phone": "+49 40 123456 ",
      quantity: "2",
      "attendee.0.question.11": "Argo",
      "attendee.0.question.12": ["Row", "Sail"],
      "attendee.1.name": "Grace Hopper",
      "attendee.1.question.12": "Sail",
      "extra.7": "2",
    }),
    offer,
  );
  expect(problemsOf(draft.people, formRuleOf(offer))).toEqual({});
  expect(registerBody(1, offer, draft)).toEqual({
    eventId: 1,
    tickets: [{ ticketId: 5, quantity: 2 }],
    extras: [{ extrasId: 7, quantity: 2 }],
    attendees: [
      {
        ticketId: 5,
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@example.org",
        phone: "+49 40 123456",
        isPrimary: true,
        answers: [
          { questionId: 11, answer: "Argo" },
          { questionId: 12, answer: ["Row", "Sail"] },
        ],
      },
      {
        ticketId: 5,
        firstName: "Grace",
        lastName: "Hopper",
        email: "",
        answers: [{ questionId: 12, answer: "Sail" }],
      },
    ],
    additionalFields: {},
    email: "ada@example.org",
    totalAmount: 0,
  });
});

test("a group of which only the buyer is named sends one person and the number of places", () => {
  const group = { ...offer, everyGuest: false, questions: [], extras: [] };
  const draft = registerDraftOf(
    posted({ "buyer.name": "Ada", "buyer.email": "ada@example.org", quantity: "4" }),
    group,
  );
  expect(problemsOf(draft.people, formRuleOf(group))).toEqual({});
  expect(registerBody(1, group, draft)).toMatchObject({
    tickets: [{ quantity: 4 }],
    attendees: [{ firstName: "Ada" }],
  });
});

test("a form without a valid number registers one person, and a number above the offer stays, up to 1000, for the server to refuse", () => {
  const draftOf = (quantity: string) =>
    registerDraftOf(posted(quantity === "" ? {} : { quantity, "extra.7": quantity }), offer);
  for (const [typed, people, extras] of [
    ["", 1, 0],
    ["x", 1, 0],
    ["-3", 1, 0],
    ["3.9", 3, 3],
    ["9", 9, 9],
    ["99999", 1000, 1000],
  ] as const) {
    const draft = draftOf(typed);
    expect([draft.people.attendees.length, draft.extras[7]]).toEqual([people, extras]);
  }
});

test("the typed text stays when the number of people or of an extra changes", () => {
  const three = withPeople(emptyRegisterDraft(offer), offer, 3);
  const [first, second, third] = three.people.attendees;
  const typed = {
    ...three,
    people: { ...three.people, attendees: [first!, { ...second!, name: "Grace" }, third!] },
  };
  expect(withPeople(typed, offer, 2).people.attendees.map(({ name }) => name)).toEqual(["", "Grace"]);
  expect(withExtra(typed, offer.extras[0]!, 9)).toEqual({ ...typed, extras: { 7: 2 } });
});
