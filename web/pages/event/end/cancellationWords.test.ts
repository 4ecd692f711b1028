import { describe, expect, test } from "vitest";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { cancellationLines, isUnderWay, progressFigures, progressText } from "./cancellationWords.ts";

const none = { orders: 0, amount: 0 };
const cancellationWith = (more: Partial<Cancellation> = {}): Cancellation => ({
  cancelledAt: null,
  message: "",
  refunds: true,
  currency: "usd",
  toGiveBack: none,
  onItsWay: none,
  givenBack: none,
  failed: none,
  byHand: none,
  people: 0,
  mailed: 0,
  mailsLeft: 0,
  mailsFailed: 0,
  ...more,
});

describe("before an event is cancelled", () => {
  const sold = cancellationWith({
    toGiveBack: { orders: 4, amount: 11_000 },
    byHand: { orders: 1, amount: 3000 },
    people: 1400,
  });

  test("the consequences of a cancellation are listed: refunds, cash from the door, and mails", () => {
    expect(cancellationLines(sold, true)).toEqual([
      "Nothing is sold any more, neither on the web nor at the door.",
      "$110 is refunded to the buyers of 4 orders.",
      "$30 was paid at the door or by bank transfer (1 order). You pay it back by hand.",
      "1,400 people get a mail.",
    ]);
  });

  test("a payment that is not refunded is listed as money that stays with the club", () => {
    expect(cancellationLines(sold, false)[1]).toBe("$110 of 4 orders stays with you until you refund it.");
  });

  test("an event without payments or attendees has no refunds and no mails", () => {
    expect(cancellationLines(cancellationWith(), true).slice(1)).toEqual([
      "Nobody has paid, so there is nothing to refund.",
      "No mails are sent, because nobody has registered.",
    ]);
    expect(cancellationLines(cancellationWith({ people: 1 }), true).at(-1)).toBe("1 person gets a mail.");
  });

  test("if everything was refunded before, the list does not say that nobody has paid", () => {
    const refunded = cancellationWith({ givenBack: { orders: 1, amount: 2000 } });
    expect(cancellationLines(refunded, true).slice(1)).toEqual([
      "$20 was already refunded.",
      "No mails are sent, because nobody has registered.",
    ]);
  });

  test("before a cancellation, earlier refused and requested refunds are listed", () => {
    const lines = cancellationLines(
      cancellationWith({ failed: { orders: 1, amount: 2050 }, onItsWay: { orders: 2, amount: 400 } }),
      true,
    );
    expect(lines.slice(1, 3)).toEqual([
      "$4 is already being refunded.",
      "The payment provider has refused to refund $20.50 (1 order). This needs your attention.",
    ]);
  });
});

describe("after an event was cancelled", () => {
  const cancelledAt = "2026-11-21T15:20:00.000Z";

  test("after a cancellation, requested and planned refunds are pending, and sums without orders are left out", () => {
    const figures = progressFigures(
      cancellationWith({
        cancelledAt,
        toGiveBack: { orders: 1, amount: 1000 },
        onItsWay: { orders: 2, amount: 4000 },
        failed: { orders: 1, amount: 2050 },
        mailed: 3,
        mailsLeft: 2,
      }),
    );
    expect(figures.map(({ label, figure, note }) => [label, figure, note])).toEqual([
      ["Mails sent", "3 of 5", "buyers, guests, sponsors"],
      ["Refund pending", "$50.00", "3 orders"],
      ["Refused by the provider", "$20.50", "1 order"],
    ]);
  });

  test("mails that could not be sent are counted, and the others still have their figure", () => {
    const [mails] = progressFigures(
      cancellationWith({ cancelledAt, mailed: 3, mailsLeft: 1, mailsFailed: 2 }),
    );
    expect(mails).toMatchObject({ figure: "3 of 6", note: "2 could not be sent" });
  });

  test("after a cancellation without refunds, what was paid is not refunded, and not pending", () => {
    const saved = cancellationWith({ cancelledAt, refunds: false, toGiveBack: { orders: 1, amount: 1000 } });
    expect(progressFigures(saved).map(({ label }) => label)).toEqual(["Mails sent", "Not refunded"]);
    expect(isUnderWay(saved)).toBe(false);
    expect(progressText(saved)).toBe("All mails are sent. Nothing has been refunded yet.");
    const partly = { ...saved, givenBack: { orders: 1, amount: 500 } };
    expect(progressText(partly)).toBe("All mails are sent. Some payments have not been refunded yet.");
  });

  test.each([
    [{ toGiveBack: { orders: 1, amount: 1 } }, true, /in progress/],
    [{ onItsWay: { orders: 1, amount: 1 } }, true, /in progress/],
    [{ mailed: 1, mailsLeft: 1 }, true, /in progress/],
    [{ mailed: 1, mailsFailed: 1 }, false, /^Some mails could not be sent\.$/],
    [{ mailsFailed: 1, failed: { orders: 1, amount: 1 } }, false, /refused/],
    [{ failed: { orders: 1, amount: 1 } }, false, /refused/],
    [{ byHand: { orders: 1, amount: 1 } }, false, /by hand/],
    [{ givenBack: { orders: 1, amount: 1 }, mailed: 1 }, false, /everything is refunded/],
    [{ people: 2, mailed: 1 }, false, /^All mails are sent\.$/],
  ])("a cancellation with %j is under way: %s", (more, underWay, words) => {
    const cancellation = cancellationWith({ cancelledAt, ...more });
    expect(isUnderWay(cancellation)).toBe(underWay);
    expect(progressText(cancellation)).toMatch(words);
  });
});
