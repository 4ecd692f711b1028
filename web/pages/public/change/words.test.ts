import { expect, test } from "vitest";
import { completedWords, extrasOutcome, moneyWords, ticketWords, untilWords } from "./words.ts";

const ticket = {
  attendeeId: 1,
  firstName: "Mia",
  lastName: "Keller",
  ticketTitle: "Standard",
  places: 1,
  isPrimary: true,
  amount: 2250,
  fee: 250,
  refusal: null,
};

test("a ticket is its holder and its kind, or, of a group, its places", () => {
  expect(ticketWords(ticket)).toBe("Mia Keller · Standard");
  expect(ticketWords({ ...ticket, lastName: "", places: 4 })).toBe("Mia · 4 places");
});

test("amounts have cents together, and what was free says so", () => {
  expect(moneyWords(ticket, "eur")).toEqual({ back: "€22.50", kept: "€2.50" });
  expect(moneyWords({ amount: 2000, fee: 0 }, "usd")).toEqual({ back: "$20", kept: null });
  expect(moneyWords({ amount: 0, fee: 2000 }, "usd")).toEqual({ back: "$0", kept: "$20" });
  expect(moneyWords({ amount: 0, fee: 0 }, "usd").back).toBe("Nothing was paid");
});

test("the last hour is told on the event's clock", () => {
  const berlin = { timeZone: "Europe/Berlin", config: { dateFormat: "MM/DD/YYYY HH:mm" as const } };
  expect(untilWords("2030-05-01T16:00:00.000Z", berlin)).toMatch(/^until .*6:00 PM/);
  expect(untilWords(null, berlin)).toBeNull();
});

test("extras that go along and those that stay are named", () => {
  const dinner = [{ title: "Dinner", quantity: 2 }];
  expect(extrasOutcome({ extras: dinner, keptExtras: [] })).toEqual(["The extras go with them: 2 × Dinner."]);
  expect(extrasOutcome({ extras: [], keptExtras: dinner })[0]).toMatch(/Handed over.*2 × Dinner/);
});

test("afterwards the page says what happens with the money, or to whom the ticket went", () => {
  const cancelled = { kind: "cancelled" as const, people: ["Leo"], isWhole: false, currency: "eur" as const };
  expect(completedWords({ ...cancelled, amount: 2250 })).toEqual({
    title: "The ticket of Leo is cancelled.",
    lines: [expect.stringMatching(/^€22\.50 goes back the way it came/)],
  });
  expect(completedWords({ ...cancelled, isWhole: true, amount: 0 })).toMatchObject({
    title: "Your tickets are cancelled.",
    lines: [expect.stringMatching(/no money/)],
  });
  const passed = { kind: "passedOn" as const, from: "Leo", to: "Ada", email: "ada@example.org" };
  expect(completedWords(passed).lines[0]).toContain("ada@example.org");
});
