import { describe, expect, test } from "vitest";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import { sampleDoor } from "../memoryDoor.fixture.ts";
import {
  answerOfPath,
  answerProblems,
  answerProblemText,
  cashChangeOf,
  type DoorSaleOffer,
  newSale,
  type SaleValues,
  saleObstacle,
  salePeople,
  saleProblem,
  saleRequestOf,
  saleText,
  sellableTickets,
  totalOf,
} from "./doorSale.ts";

const { tickets } = sampleDoor;
const sale = (quantities: SaleValues["quantities"], extras: SaleValues["extras"] = {}): SaleValues => ({
  ...newSale,
  quantities,
  extras,
});
const dinner: Extras = {
  id: 7,
  eventId: 1,
  name: "Dinner",
  description: "",
  price: 1_500,
  currency: "eur",
  content: [],
  maxStock: null,
  currentStock: null,
  isActive: true,
  taxRateId: null,
  taxRate: null,
};
const offer: DoorSaleOffer = {
  tickets,
  extras: [dinner],
  tax: { taxType: "percent", taxAmount: 7 },
  questions: [],
  mayAnswerLater: false,
};

test("the sum of a sale includes the event's tax, and its text lists the tickets and extras", () => {
  expect(totalOf(sale({ 1: 2, 2: 1 }), offer)).toBe(6_955);
  expect(totalOf(sale({ 1: 2, 2: 1 }, { 7: 2 }), offer)).toBe(10_165);
  expect(totalOf(sale({ 1: 0 }), offer)).toBe(0);
  expect(totalOf(sale({ 99: 3 }, { 98: 1 }), offer)).toBe(0);
  expect(saleText(sale({ 1: 2, 2: 1 }, { 7: 1 }), offer)).toBe(
    "2\u00a0×\u00a0Standard, 1\u00a0×\u00a0Sunday only, 1\u00a0×\u00a0Dinner",
  );
});

test("if prices include tax, the sum is the sum of the prices, without added tax", () => {
  const included = { ...offer, tax: { ...offer.tax, pricesIncludeTax: true as const } };
  expect(totalOf(sale({ 1: 2, 2: 1 }, { 7: 2 }), included)).toBe(9_500);
});

test("an extra with a tax rate of the club is sold with that tax", () => {
  const rated = { ...offer, extras: [{ ...dinner, taxRate: { name: "Food", percent: 19 } }] };
  expect(totalOf(sale({ 1: 2, 2: 1 }, { 7: 2 }), rated)).toBe(6_955 + 3_570);
});

test("a sale hands over its extras unless the helper chose later, and a sale without extras hands over none", () => {
  const requestOf = (values: SaleValues) => saleRequestOf(values, offer, { total: 0, sum: "" });
  expect(requestOf(sale({ 1: 1 }, { 7: 0 }))).toMatchObject({ extras: [], handsOverExtras: false });
  const lines = [{ extrasId: 7, quantity: 2 }];
  expect(requestOf(sale({ 1: 1 }, { 7: 2 }))).toMatchObject({ extras: lines, handsOverExtras: true });
  const later = { ...sale({ 1: 1 }, { 7: 2 }), handsOverExtras: false };
  expect(requestOf(later)).toMatchObject({ extras: lines, handsOverExtras: false });
});

test("the change is the cash given minus the sum, and is negative if too little was given", () => {
  const change = (given: string) => cashChangeOf(given, { total: 2_675, currency: "eur" });
  expect([change("50"), change("26.75"), change("26,75"), change("20")]).toEqual([2_325, 0, 0, -675]);
  expect([change(""), change("fifty"), change("1,250")]).toEqual([null, null, null]);
  expect(cashChangeOf("5000", { total: 3_200, currency: "jpy" })).toBe(1_800);
});

test("a sale must have at least one ticket", () => {
  expect(saleProblem(sale({ 1: 1 }), offer)).toBeNull();
  expect(saleProblem(sale({}), offer)).toBe("Choose a ticket.");
  expect(saleProblem(sale({}, { 7: 1 }), offer)).toBe("Choose a ticket.");
});

test("a device that cannot sell says why", () => {
  expect(saleObstacle({ isOnline: true, problem: null })).toBeNull();
  expect(saleObstacle({ isOnline: false, problem: null })).toContain("needs a connection");
  expect(saleObstacle({ isOnline: true, problem: "storageFull" })).toContain("no storage left");
  expect(saleObstacle({ isOnline: true, problem: "signedOut" })).toContain("signed out");
});

describe("the questions of a sale", () => {
  const question = (id: number, part: Partial<FormQuestion>): FormQuestion => ({
    id,
    eventId: 1,
    typeId: 0,
    text: `Question ${id}`,
    required: true,
    options: null,
    sortOrder: id,
    showAtDoor: false,
    ticketIds: null,
    askedOf: "guest",
    askedWhen: "purchase",
    showIf: null,
    ...part,
  });
  const asking: DoorSaleOffer = {
    ...offer,
    mayAnswerLater: true,
    questions: [
      question(1, {}),
      question(2, { ticketIds: [2] }),
      question(3, { askedOf: "buyer", ticketIds: [2] }),
      question(4, { showIf: { questionId: 1, equals: "Fish" } }),
    ],
  };
  const two = sale({ 1: 1, 2: 1 });

  test("each person is asked the questions of their ticket, and the first one those of the buyer", () => {
    const asked = salePeople(two, asking).map(({ questions }) => questions.map(({ id }) => id));
    expect(asked).toEqual([
      [1, 3],
      [1, 2],
    ]);
    const answered = { ...two, answers: [{ 1: "Fish" }] };
    expect(salePeople(answered, asking)[0]?.questions.map(({ id }) => id)).toEqual([1, 3, 4]);
  });

  test("only the first person must answer, and may answer later if the buyer has an e-mail address", () => {
    expect(Object.keys(answerProblems(two, asking))).toEqual(["0.1", "0.3"]);
    const later = { ...two, answersLater: true };
    expect(answerProblems(later, asking)).toEqual({});
    expect(saleProblem(later, asking)).toContain("Enter the buyer's e-mail address");
    expect(saleProblem({ ...later, email: "ada@example.org" }, asking)).toBeNull();
  });

  test("the tick to answer later has no effect while the form does not show its box", () => {
    const unasked = { ...asking, questions: [question(2, { ticketIds: [2] })] };
    const later = { ...sale({ 1: 1 }), answersLater: true, email: "ada@example.org" };
    expect(saleProblem({ ...later, email: "" }, unasked)).toBeNull();
    expect(saleRequestOf(later, unasked, { total: 0, sum: "" }).answersLater).toBe(false);
    const forbidden = { ...asking, mayAnswerLater: false };
    expect(Object.keys(answerProblems({ ...two, answersLater: true }, forbidden))).toEqual(["0.1", "0.3"]);
    expect(saleRequestOf(later, asking, { total: 0, sum: "" }).answersLater).toBe(true);
  });

  test("the first problem is shown with its question", () => {
    const problems = answerProblems({ ...two, answers: [{ 1: "Fish" }] }, asking);
    expect(answerProblemText(problems, salePeople(two, asking))).toBe("Answer this question: Question 3");
    expect(answerProblemText({}, salePeople(two, asking))).toBeNull();
  });

  test("answers are sent for each person, without empty ones and without those to hidden questions", () => {
    const answers: SaleValues["answers"] = [{ 1: "Meat", 3: " ", 4: "Cod" }, { 2: "Yes" }];
    const request = saleRequestOf({ ...two, answers }, asking, { total: 0, sum: "" });
    expect(request.answers).toEqual([
      [{ questionId: 1, answer: "Meat" }],
      [{ questionId: 2, answer: "Yes" }],
    ]);
    expect(answerOfPath("attendees.1.answers.0", request.answers)).toBe("1.2");
    expect(answerOfPath("attendees.0.answers.question3", request.answers)).toBe("0.3");
    expect(answerOfPath("tickets.0.ticketId", request.answers)).toBeNull();
  });
});

test("a door offers no inactive ticket, and with an older server's copy it offers all", () => {
  const [one, ...others] = tickets;
  expect(sellableTickets([{ ...one!, isActive: false }, ...others])).toEqual(others);
  expect(sellableTickets(tickets)).toEqual(tickets);
});
