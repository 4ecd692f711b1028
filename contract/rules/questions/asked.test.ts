import { expect, test } from "vitest";
import { isAskedOf, shownQuestions } from "./asked.ts";

test("a guest is asked the questions of their own tickets, and the buyer those of all bought tickets", () => {
  const guest = { ticketIds: [1], boughtTicketIds: null };
  const buyer = { ticketIds: [1], boughtTicketIds: [1, 2] };
  expect(isAskedOf({ ticketIds: null, askedOf: "guest" }, guest)).toBe(true);
  expect(isAskedOf({ ticketIds: [1], askedOf: "guest" }, guest)).toBe(true);
  expect(isAskedOf({ ticketIds: [2], askedOf: "guest" }, buyer)).toBe(false);
  expect(isAskedOf({ ticketIds: [2], askedOf: "buyer" }, buyer)).toBe(true);
  expect(isAskedOf({ ticketIds: [3], askedOf: "buyer" }, buyer)).toBe(false);
  expect(isAskedOf({ ticketIds: null, askedOf: "buyer" }, guest)).toBe(false);
});

test("a question that depends on another one is shown if that one is asked and a line or option of its answer fits", () => {
  const menu = { id: 1, showIf: null };
  const nuts = { id: 2, showIf: { questionId: 1, equals: "Vegan" } };
  const shown = (answer: string | string[] | null) =>
    shownQuestions([menu, nuts], { 1: answer }).includes(nuts);
  expect([shown("Vegan"), shown(["Fish", "Vegan"]), shown("Fish\nVegan")]).toEqual([true, true, true]);
  expect([shown("Fish"), shown("Vegan, hot"), shown(null), shown([])]).toEqual([false, false, false, false]);
  expect(shownQuestions([nuts], { 1: "Vegan" })).toEqual([]);
});
