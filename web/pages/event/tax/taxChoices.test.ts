import { describe, expect, test } from "vitest";
import { eventTaxWords, taxChoices, taxRateIdOf, taxRateText } from "./taxChoices.ts";

const rate = (id: number, part: object = {}) => ({
  id,
  clubId: 1,
  name: "Food",
  percent: 7,
  validFrom: null,
  isActive: true,
  ...part,
});

describe("the choice of a tax", () => {
  test("the event's tax is the first choice, with its rate", () => {
    const currency = "usd";
    expect(eventTaxWords({ taxType: "percent", taxAmount: 8.875, currency })).toBe(
      "Same as the event (8.875%)",
    );
    expect(eventTaxWords({ taxType: "percent", taxAmount: 0, currency })).toBe("Same as the event (no tax)");
    expect(eventTaxWords({ taxType: "fixed", taxAmount: 150, currency })).toBe(
      "Same as the event ($1.50 on each order)",
    );
    expect(taxChoices([rate(3)], null, "Same as the event (19%)")).toEqual([
      { value: "", label: "Same as the event (19%)" },
      { value: "3", label: "Food (7%)" },
    ]);
  });

  test("there is no choice of a tax without an active or chosen rate", () => {
    expect(taxChoices([], null, "Same as the event (19%)")).toEqual([]);
    expect(taxChoices([rate(3, { isActive: false })], null, "Same as the event (19%)")).toEqual([]);
  });

  test("an inactive rate is offered only where it is chosen already", () => {
    const rates = [rate(3, { isActive: false }), rate(4, { name: "Books", percent: 5 })];
    expect(taxChoices(rates, null, "No tax").map(({ label }) => label)).toEqual(["No tax", "Books (5%)"]);
    expect(taxChoices(rates, 3, "No tax").map(({ label }) => label)).toEqual([
      "No tax",
      "Food (7%), inactive",
      "Books (5%)",
    ]);
  });

  test("an empty choice is stored as no rate", () => {
    expect([taxRateText(null), taxRateText(3)]).toEqual(["", "3"]);
    expect([taxRateIdOf(""), taxRateIdOf("3")]).toEqual([null, 3]);
  });
});
