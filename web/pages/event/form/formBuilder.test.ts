import { expect, test } from "vitest";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import {
  bodyOf,
  type FormValues,
  fieldOfPath,
  newQuestion,
  optionsWith,
  possibleShowIfs,
  previewedQuestion,
  problemsOf,
  type QuestionValues,
  valuesOf,
  withoutQuestion,
} from "./formBuilder.ts";

const question = (change: Partial<QuestionValues> = {}): QuestionValues => ({
  ...newQuestion("new-1"),
  text: "Any allergies?",
  ...change,
});
const form = (...questions: QuestionValues[]): FormValues => ({ questions, removed: [] });

test("a question that offers a choice begins with two empty options, and keeps those it has", () => {
  expect(optionsWith(question(), "2")).toEqual([{ text: "" }, { text: "" }]);
  expect(optionsWith(question({ options: [{ text: "Fish" }] }), "4")).toEqual([{ text: "Fish" }]);
  expect(optionsWith(question(), "1")).toEqual([]);
});

test("questions are sent in their order, text types without options", () => {
  const values = form(
    question({
      id: 3,
      typeId: "2",
      text: "Menu",
      required: true,
      showAtDoor: true,
      ticketIds: ["11", "12"],
      options: [{ text: "Fish" }, { text: "Vegan" }],
    }),
    question({ options: [{ text: "left from another type" }] }),
  );
  expect(bodyOf({ ...values, removed: [9] }, 7)).toEqual({
    payload: {
      eventId: 7,
      formQuestions: [
        {
          id: 3,
          typeId: 2,
          text: "Menu",
          required: true,
          showAtDoor: true,
          ticketIds: [11, 12],
          askedOf: "guest",
          askedWhen: "purchase",
          showIf: null,
          options: ["Fish", "Vegan"],
        },
        {
          typeId: 0,
          text: "Any allergies?",
          required: false,
          showAtDoor: false,
          ticketIds: null,
          askedOf: "guest",
          askedWhen: "purchase",
          showIf: null,
          options: null,
        },
      ],
      rmQIds: [9],
    },
  });
});

test("a question may depend on an answer to a new question, which has a negative id", () => {
  const menu = question({ key: "new", typeId: "2", options: [{ text: "Fish" }, { text: "Vegan" }] });
  const dependent = question({ key: "5", id: 5, showIfKey: "new", showIfEquals: "Vegan" });
  const values = { questions: [menu, dependent], removed: [] };
  expect(bodyOf(values, 7).payload.formQuestions[1]?.showIf).toEqual({ questionId: -1, equals: "Vegan" });
  expect(problemsOf(values)).toEqual({});
  expect(possibleShowIfs(values.questions, 1)).toEqual([menu]);
  // Another question depends on the menu, so the menu itself must always be shown.
  expect(possibleShowIfs(values.questions, 0)).toEqual([]);
  const withoutVegan = { ...values, questions: [{ ...menu, options: [{ text: "Fish" }] }, dependent] };
  expect(problemsOf(withoutVegan)).toEqual({
    "questions.1.showIfEquals": "Choose the answer that shows this question.",
  });
  const dependentMenu = { ...menu, showIfKey: "5", showIfEquals: "Yes" };
  expect(problemsOf({ ...values, questions: [dependentMenu, dependent] })).toMatchObject({
    "questions.1.showIfKey": "Choose a question that is always shown.",
  });
  const otherPeople = { ...values, questions: [{ ...menu, askedOf: "buyer" as const }, dependent] };
  expect(problemsOf(otherPeople)).toEqual({
    "questions.1.showIfKey": "Ask both questions of the same people.",
  });
});

test("a question is always shown once the question on which it depends is removed", () => {
  const menu = question({ key: "3", id: 3, typeId: "2", options: [{ text: "Fish" }, { text: "Vegan" }] });
  const dependent = question({ key: "5", id: 5, showIfKey: "3", showIfEquals: "Vegan" });
  const values = withoutQuestion(form(menu, dependent), menu);
  expect(values).toEqual({ questions: [{ ...dependent, showIfKey: "", showIfEquals: "" }], removed: [3] });
  expect(problemsOf(values)).toEqual({});
  const other = question({ key: "new" });
  expect(withoutQuestion(form(menu, dependent, other), other)).toEqual(form(menu, dependent));
});

test("a saved question is sent back unchanged, except that removed tickets are left out unless all were removed", () => {
  const saved: FormQuestion = {
    id: 3,
    eventId: 7,
    typeId: 3,
    text: "Days",
    required: false,
    options: ["Sat", "Sun"],
    sortOrder: 1,
    showAtDoor: true,
    ticketIds: [11],
    askedOf: "buyer",
    askedWhen: "later",
    showIf: null,
  };
  const sentWith = (ticketIds: number[] | null, tickets: { id: number }[]) =>
    bodyOf(valuesOf([{ ...saved, ticketIds }], tickets), 7).payload.formQuestions[0]!;
  const sent = sentWith([11], [{ id: 11 }]);
  expect(saved).toMatchObject(sent);
  // `toMatchObject` would accept a body without fields, too.
  expect(Object.keys(sent)).toHaveLength(10);
  expect(sentWith(null, [{ id: 11 }]).ticketIds).toBeNull();
  expect(sentWith([11, 12], [{ id: 12 }]).ticketIds).toEqual([12]);
  // Without the removed ticket, this question would become one for every ticket.
  expect(sentWith([11], [{ id: 12 }]).ticketIds).toEqual([11]);
});

test.each<[QuestionValues, Record<string, string>]>([
  [question(), {}],
  [question({ text: " " }), { "questions.0.text": "Enter a question." }],
  [question({ typeId: "4" }), { "questions.0.options": "Add at least one option to choose from." }],
  [
    question({ typeId: "3", options: [{ text: "A" }, { text: "" }, { text: " A" }] }),
    {
      "questions.0.options.1.text": "Enter this option.",
      "questions.0.options.2.text": "This option is there already.",
    },
  ],
])("the form %j has the problems %j", (one, problems) => {
  expect(problemsOf(form(one))).toEqual(problems);
});

test("a refusal of a question's text or option is shown at its field", () => {
  const paths = fieldOfPath(form(question(), question({ typeId: "2", options: [{ text: "A" }] })));
  expect(paths["payload.formQuestions.0.text"]).toBe("questions.0.text");
  expect(paths["payload.formQuestions.1.options.0"]).toBe("questions.1.options.0.text");
});

test("the preview of an unfinished question has a placeholder, and no empty or repeated options", () => {
  expect(
    previewedQuestion(
      question({ text: "", typeId: "2", options: [{ text: "A" }, { text: "" }, { text: "A" }] }),
      0,
    ),
  ).toMatchObject({
    text: "Your question",
    options: ["A"],
  });
});
