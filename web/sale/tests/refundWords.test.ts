import { expect, test } from "vitest";
import { extrasOutcomeWords, outcomeWords } from "../outcome.ts";
import { wordsOfExtras, wordsOfOutcome } from "../refundWords.ts";

const waits = { currency: "usd", refundAwaitsBuyer: 2000 } as const;
const sent = { currency: "usd", refundAwaitsBuyer: 0 } as const;
const request =
  "$20 is waiting for your bank account: answer the mail from Stripe, our payment provider, and it is sent there.";

test.each(["refunded", "refundedLate", "calledOffRefunded"] as const)(
  "money that waits for the buyer's bank account is not said to be with their bank: %s",
  (outcome) => {
    const { title, text } = wordsOfOutcome(outcome, waits);
    expect(text).toContain(request);
    expect(`${title} ${text}`).not.toMatch(/few days|was refunded|was given back/);
    for (const order of [sent, { currency: "usd" } as const, null])
      expect(wordsOfOutcome(outcome, order)).toEqual(outcomeWords[outcome]);
  },
);

test("a part that waits changes nothing of what became of the tickets", () => {
  expect(wordsOfOutcome("confirmed", waits)).toEqual(outcomeWords.confirmed);
  expect(wordsOfOutcome("cancelled", waits)).toEqual(outcomeWords.cancelled);
});

test("extras whose refund waits for the buyer's bank account say so", () => {
  const { title, text } = wordsOfExtras("refunded", waits);
  expect(title).toBe("Your refund needs your bank account");
  expect(text).toBe(`There is nothing to hand over for this order. ${request}`);
  expect(wordsOfExtras("refunded", sent)).toEqual(extrasOutcomeWords.refunded);
  expect(wordsOfExtras("paid", waits)).toEqual(extrasOutcomeWords.paid);
});
