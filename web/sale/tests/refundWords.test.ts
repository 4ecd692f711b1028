import { expect, test } from "vitest";
import { extrasOutcomeWords, outcomeWords } from "../outcome.ts";
import { wordsOfExtras, wordsOfOutcome } from "../refundWords.ts";

const waitingOrder = { currency: "usd", refundAwaitsBuyer: 2000 } as const;
const sentOrder = { currency: "usd", refundAwaitsBuyer: 0 } as const;
const waitingText =
  "Stripe, our payment provider, has mailed you to ask for your bank account. Answer that mail, and $20 is sent there.";

test.each(["refunded", "refundedLate", "eventCancelledRefunded"] as const)(
  "a refund that waits for the buyer's bank account is not shown as sent: %s",
  (outcome) => {
    const { title, text } = wordsOfOutcome(outcome, waitingOrder);
    expect(text).toContain(waitingText);
    expect(`${title} ${text}`).not.toMatch(/few days|was refunded/);
    for (const order of [sentOrder, { currency: "usd" } as const, null])
      expect(wordsOfOutcome(outcome, order)).toEqual(outcomeWords[outcome]);
  },
);

test("a waiting part of a refund does not change the words about the tickets", () => {
  expect(wordsOfOutcome("confirmed", waitingOrder)).toEqual(outcomeWords.confirmed);
  expect(wordsOfOutcome("cancelled", waitingOrder)).toEqual(outcomeWords.cancelled);
});

test("extras show that their refund waits for the buyer's bank account", () => {
  const { title, text } = wordsOfExtras("refunded", waitingOrder);
  expect(title).toBe("Your refund needs your bank account");
  expect(text).toBe(`The extras of this order are no longer valid. ${waitingText}`);
  expect(wordsOfExtras("refunded", sentOrder)).toEqual(extrasOutcomeWords.refunded);
  expect(wordsOfExtras("paid", waitingOrder)).toEqual(extrasOutcomeWords.paid);
});
