import { describe, expect, test } from "vitest";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { cancellationLines, isUnderWay, progressFigures, standingWords } from "./cancellationWords.ts";

const none = { orders: 0, amount: 0 };
const standing = (more: Partial<Cancellation> = {}): Cancellation => ({
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
  ...more,
});

describe("before an event is cancelled", () => {
  const sold = standing({
    toGiveBack: { orders: 4, amount: 11_000 },
    byHand: { orders: 1, amount: 3000 },
    people: 1400,
  });

  test("all that it takes along is said: the money, what was taken at the door, and who is told", () => {
    expect(cancellationLines(sold, true)).toEqual([
      "Nothing is sold any more, neither on the web nor at the door.",
      "$110 goes back to the payers of 4 orders.",
      "$30 was taken at the door (1 order) and has to be paid out by hand.",
      "1,400 people are told by mail.",
    ]);
  });

  test("money that is not to go back is said to stay", () => {
    expect(cancellationLines(sold, false)[1]).toBe("$110 of 4 orders stays with you until you give it back.");
  });

  test("what is free of money says so, and who has nobody to tell too", () => {
    expect(cancellationLines(standing(), true).slice(1)).toEqual([
      "No money was taken for it, so none has to go back.",
      "Nobody is told by mail: nobody was coming.",
    ]);
    expect(cancellationLines(standing({ people: 1 }), true).at(-1)).toBe("1 person is told by mail.");
  });

  test("what was refused or asked for before is not passed over", () => {
    const lines = cancellationLines(
      standing({ failed: { orders: 1, amount: 2050 }, onItsWay: { orders: 2, amount: 400 } }),
      true,
    );
    expect(lines.slice(1, 3)).toEqual([
      "$4 is on its way back already.",
      "$20.50 was refused by the payment provider before (1 order) and wants you.",
    ]);
  });
});

describe("after it was cancelled", () => {
  const cancelledAt = "2026-11-21T15:20:00.000Z";

  test("what is asked for and what is about to be are on their way, and what there is none of is left out", () => {
    const figures = progressFigures(
      standing({
        cancelledAt,
        toGiveBack: { orders: 1, amount: 1000 },
        onItsWay: { orders: 2, amount: 4000 },
        failed: { orders: 1, amount: 2050 },
        people: 5,
        mailed: 3,
      }),
    );
    expect(figures.map(({ label, figure, note }) => [label, figure, note])).toEqual([
      ["Mails out", "3 of 5", "buyers, guests, sponsors"],
      ["On its way back", "$50.00", "3 orders"],
      ["Refused by the provider", "$20.50", "1 order"],
    ]);
  });

  test("money that was not wanted back is not on its way", () => {
    const saved = standing({ cancelledAt, refunds: false, toGiveBack: { orders: 1, amount: 1000 } });
    expect(progressFigures(saved).map(({ label }) => label)).toEqual(["Mails out", "Not given back"]);
    expect(isUnderWay(saved)).toBe(false);
    expect(standingWords(saved)).toBe("Everybody is told. The money is still with you.");
  });

  test.each([
    [{ toGiveBack: { orders: 1, amount: 1 } }, true, /on their way/],
    [{ onItsWay: { orders: 1, amount: 1 } }, true, /on their way/],
    [{ people: 2, mailed: 1 }, true, /on their way/],
    [{ failed: { orders: 1, amount: 1 } }, false, /refused/],
    [{ byHand: { orders: 1, amount: 1 } }, false, /by hand/],
    [{ givenBack: { orders: 1, amount: 1 }, people: 1, mailed: 1 }, false, /all of the money is back/],
    [{ people: 1, mailed: 2 }, false, /^Everybody is told\.$/],
  ])("%j is under way: %s", (more, underWay, words) => {
    const it = standing({ cancelledAt, ...more });
    expect(isUnderWay(it)).toBe(underWay);
    expect(standingWords(it)).toMatch(words);
  });
});
