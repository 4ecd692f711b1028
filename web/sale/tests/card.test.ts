import { expect, test } from "vitest";
import { cardProblems, formatCardNumber, formatCvc, formatExpiry, testCardOf } from "../card.ts";

const now = new Date("2026-11-21T10:00:00Z");
const good = { number: "4242 4242 4242 4242", expiry: "04 / 29", cvc: "123" };

test.each([
  ["4242424242424242", "4242 4242 4242 4242"],
  ["4242-4242 42", "4242 4242 42"],
  ["4242", "4242"],
  ["x4".repeat(30), "4444 4444 4444 4444 444"],
])("the typed card number %s is shown as %s", (typed, written) => {
  expect(formatCardNumber(typed)).toBe(written);
});

test.each([
  ["1", "", "1"],
  ["12", "1", "12 / "],
  ["4", "", "04 / "],
  ["0429", "", "04 / 29"],
  ["04/29", "", "04 / 29"],
  ["4/2029", "", "04 / 29"],
  ["12 / ", "12 / 2", "12 / "],
  ["12 /", "12 / ", "1"],
  ["", "1", ""],
])("the expiry %j, typed after %j, is shown as %j", (typed, before, written) => {
  expect(formatExpiry(typed, before)).toBe(written);
});

test("the security code has only digits, at most four", () => {
  expect(formatCvc("12a345")).toBe("1234");
});

test("a valid card has no problems, and is sent without spaces and with the whole year", () => {
  expect(cardProblems(good, now)).toEqual({});
  expect(testCardOf(good)).toEqual({ number: "4242424242424242", expMonth: 4, expYear: 2029, cvc: "123" });
});

test("a card is good until the end of its month", () => {
  expect(cardProblems({ ...good, expiry: "11 / 26" }, new Date("2026-11-30T23:59:59Z"))).toEqual({});
  expect(cardProblems({ ...good, expiry: "10 / 26" }, now)).toEqual({ expiry: "This card has expired." });
});

test.each([
  [{ ...good, number: "" }, "number"],
  [{ ...good, number: "4242 42" }, "number"],
  [{ ...good, number: "4242 4242 4242 4241" }, "number"],
  [{ ...good, expiry: "" }, "expiry"],
  [{ ...good, expiry: "13 / 29" }, "expiry"],
  [{ ...good, expiry: "1" }, "expiry"],
  [{ ...good, cvc: "" }, "cvc"],
  [{ ...good, cvc: "12" }, "cvc"],
])("the card %j has a problem with its %s", (card, field) => {
  expect(Object.keys(cardProblems(card, now))).toEqual([field]);
});
