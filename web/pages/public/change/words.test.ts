import { expect, test } from "vitest";
import { completedWords, extrasOutcome, moneyWords, ticketWords, untilWords } from "./words.ts";

const ticket = {
  attendeeId: 1,
  firstName: "Mia",
  lastName: "Keller",
  ticketTitle: "Standard",
  ticketIds: [1],
  places: 1,
  isPrimary: true,
  isBuyer: true,
  amount: 2250,
  fee: 250,
  refusal: null,
};

test("a ticket shows its holder and its type, or the places of a group", () => {
  expect(ticketWords(ticket)).toBe("Mia Keller · Standard");
  expect(ticketWords({ ...ticket, lastName: "", places: 4 })).toBe("Mia · 4 places");
});

test("all amounts show cents if one has cents, and a free ticket has nothing to refund", () => {
  expect(moneyWords({ ...ticket, fee: 200 }, "eur")).toEqual({ back: "€22.50", kept: "€2.00" });
  expect(moneyWords({ amount: 2000, fee: 0 }, "usd")).toEqual({ back: "$20", kept: null });
  expect(moneyWords({ amount: 0, fee: 2000 }, "usd")).toEqual({ back: "$0", kept: "$20" });
  expect(moneyWords({ amount: 0, fee: 0 }, "usd").back).toBe("Nothing to refund");
});

test("the deadline is written in the event's time zone", () => {
  const berlin = { timeZone: "Europe/Berlin", config: { dateFormat: "MM/DD/YYYY HH:mm" as const } };
  expect(untilWords("2030-05-01T16:00:00.000Z", berlin)).toMatch(/^until .*6:00 PM/);
  expect(untilWords(null, berlin)).toBeNull();
});

test("cancelled extras, extras handed over and extras that stay are listed", () => {
  const dinner = [{ title: "Dinner", quantity: 2 }];
  expect(extrasOutcome({ extras: dinner, keptExtras: [] })).toEqual([
    "The extras are cancelled with them: 2\u00a0×\u00a0Dinner.",
  ]);
  expect(extrasOutcome({ extras: [], keptExtras: dinner })[0]).toMatch(/Handed over.*2\u00a0×\u00a0Dinner/);
  expect(extrasOutcome({ extras: [], keptExtras: [], stayingExtras: dinner })).toEqual([
    "You keep your extras, so they are not refunded: 2\u00a0×\u00a0Dinner.",
  ]);
});

test("after a cancellation the page says what is refunded, and after passing on where the ticket was mailed", () => {
  const cancelled = { kind: "cancelled" as const, people: ["Leo"], isWhole: false, currency: "eur" as const };
  expect(completedWords({ ...cancelled, amount: 2250 })).toEqual({
    title: "The ticket of Leo is cancelled.",
    lines: [expect.stringMatching(/^€22\.50 is refunded to your payment method/)],
  });
  expect(completedWords({ ...cancelled, isWhole: true, amount: 0 })).toMatchObject({
    title: "Your tickets are cancelled.",
    lines: [expect.stringMatching(/nothing to refund/)],
  });
  const passed = { kind: "passedOn" as const, from: "Leo", to: "Ada", email: "ada@example.org" };
  expect(completedWords(passed).lines[0]).toContain("ada@example.org");
});

test("corrected details say where the tickets were mailed", () => {
  expect(completedWords({ kind: "corrected", mailedTo: [] }).lines).toEqual([
    "The codes of your tickets are the same as before.",
  ]);
  expect(completedWords({ kind: "corrected", mailedTo: ["mia@example.org", "leo@example.org"] })).toEqual({
    title: "Your changes are saved.",
    lines: [
      "We have mailed the tickets to mia@example.org, leo@example.org. The codes are the same as before.",
    ],
  });
});
