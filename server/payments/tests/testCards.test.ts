import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { declineMessage, shownDeclineCode } from "../declineMessages.ts";
import { judgeCard, passesLuhn } from "../testCards.ts";

const now = new Date("2026-06-30T23:59:59Z");
const judgeTestCard = (number: string, rest: { expMonth?: number; expYear?: number; cvc?: string } = {}) =>
  judgeCard({ number, expMonth: 12, expYear: 2030, cvc: "123", ...rest }, now);
const declinedWith = (declineCode: string) => ({ outcome: "declined", declineCode });

describe("a test card", () => {
  test.each([
    ["4242 4242 4242 4242", { outcome: "pays" }],
    ["4242-4242-4242-4242", { outcome: "pays" }],
    ["4000002500003155", { outcome: "asksToConfirm" }],
    ["4000000000000259", { outcome: "paysThenDisputed" }],
    ["4000000000000002", declinedWith("card_declined")],
    ["4000000000009995", declinedWith("insufficient_funds")],
  ])("the test card %s has the outcome %j", (number, verdict) => {
    expect(judgeTestCard(number)).toEqual(verdict);
  });

  test.each(["4242424242424241", "", "4242", "4242 4242 4242 424x", "0".repeat(400)])(
    "the number %j is declined as incorrect",
    (number) => {
      expect(judgeTestCard(number)).toEqual(declinedWith("incorrect_number"));
    },
  );

  test("a card that is none of the test cards is refused, so that nobody believes that it was charged", () => {
    expect(judgeTestCard("5555555555554444")).toEqual(declinedWith("test_mode_live_card"));
    expect(declineMessage("test_mode_live_card")).toContain("not charged");
  });

  test("a card is valid until the end of its month", () => {
    expect(judgeTestCard("4242424242424242", { expMonth: 6, expYear: 2026 })).toEqual({ outcome: "pays" });
    expect(judgeTestCard("4242424242424242", { expMonth: 5, expYear: 2026 })).toEqual(
      declinedWith("expired_card"),
    );
    expect(judgeTestCard("4242424242424242", { expMonth: 12, expYear: 2025 })).toEqual(
      declinedWith("expired_card"),
    );
    expect(judgeTestCard("4242424242424242", { expMonth: 1, expYear: 27 })).toEqual({ outcome: "pays" });
    expect(judgeTestCard("4242424242424242", { expMonth: 13 })).toEqual(declinedWith("invalid_expiry_month"));
  });

  test.each(["", "12", "12345", "12a"])("the security code %j is invalid", (cvc) => {
    expect(judgeTestCard("4242424242424242", { cvc })).toEqual(declinedWith("invalid_cvc"));
  });

  test("a card number with one wrong digit is always refused", () => {
    const digit = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), digit, (place, other) => {
        const number = "4242424242424242";
        const changed = number.slice(0, place) + other + number.slice(place + 1);
        return passesLuhn(changed) === (changed === number);
      }),
    );
  });
});

describe("the reason of a decline", () => {
  test("the message of a decline code is a sentence, also of an unknown code", () => {
    const sentence = /^[A-Z][^_]+\.$/;
    expect(declineMessage("insufficient_funds")).toBe("Your card has insufficient funds. Try another card.");
    for (const code of ["card_declined", "a_code_of_tomorrow", "__proto__", "toString", ""]) {
      expect(declineMessage(code)).toMatch(sentence);
    }
  });

  test.each(["stolen_card", "lost_card", "fraudulent", "generic_decline"])(
    "the decline code %s is shown as a plain decline",
    (code) => {
      expect(shownDeclineCode(code)).toBe("card_declined");
      expect(declineMessage(code)).toBe(declineMessage("card_declined"));
    },
  );
});
