import { expect, test } from "vitest";
import { AGREEMENT, DROPDOWN, SHORT_ANSWER } from "../../../contract/rules/questions/questions.ts";
import { answerChoices, attendeeAddress, attendeeCountText, filtersOf } from "./attendeeQuery.ts";

const { isNarrowed, paramsOf, queryFrom } = attendeeAddress;

const queryOf = (text: string) => queryFrom(new URLSearchParams(text));

test("the address of a list contains its filters", () => {
  const query = queryOf("search=som%20ch&ticket=3&state=all&checkin=true&order=paid&sort=-name&page=4");
  expect(paramsOf(query, { page: query.page }).toString()).toBe(
    "search=som+ch&ticket=3&state=all&checkin=true&order=paid&sort=-name&page=4",
  );
  expect(filtersOf(query)).toEqual({
    searchKeyword: "som ch",
    ticketId: "3",
    registrationState: "all",
    checkinStatus: "true",
    orderStatus: "paid",
  });
});

test("the list can be filtered by an answer, an extra and a code", () => {
  const query = queryOf("answer=12.Fish.+No+bones&extra=4&code=5");
  expect(paramsOf(query, {}).toString()).toBe("answer=12.Fish.+No+bones&extra=4&code=5");
  expect(filtersOf(query)).toEqual({
    questionId: "12",
    answer: "Fish. No bones",
    extrasId: "4",
    promoCodeId: "5",
  });
});

test("the list can be filtered by import", () => {
  expect(filtersOf(queryOf("import=12"))).toEqual({ importId: "12" });
});

test("the list can be filtered by missing details", () => {
  expect(filtersOf(queryOf("missing=true"))).toEqual({ missing: "true" });
});

test("each option of each question, and each agreement, is a choice of the filter by answer", () => {
  const questions = [
    { id: 1, typeId: SHORT_ANSWER, text: "Boat?", options: null },
    { id: 12, typeId: DROPDOWN, text: "Menu?", options: ["Fish", "Vegan"] },
    { id: 13, typeId: AGREEMENT, text: "the house rules", options: null },
  ];
  expect(answerChoices(questions)).toEqual([
    ["12.Fish", "Menu? Fish"],
    ["12.Vegan", "Menu? Vegan"],
    ["13.true", "I agree to the house rules"],
  ]);
});

test("invalid filters in an address are ignored", () => {
  const query = queryOf(
    "answer=Fish&extra=x&code=-1&ticket=x&state=__proto__&checkin=maybe&order=toString&import=0&missing=x&sort=password&page=-1",
  );
  expect(query).toEqual(queryOf(""));
  expect([isNarrowed(query), isNarrowed(queryOf("search=a"))]).toEqual([false, true]);
  expect(paramsOf(query, {}).toString()).toBe("");
});

test("a changed filter shows the first page", () => {
  expect(paramsOf(queryOf("search=a&page=9"), { ticket: "2" }).toString()).toBe("search=a&ticket=2");
});

test("an estimated count begins with “About”", () => {
  expect(attendeeCountText({ totalItems: 1, isTotalExact: true })).toBe("1 attendee");
  expect(attendeeCountText({ totalItems: 12345, isTotalExact: false })).toBe("About 12,345 attendees");
});
