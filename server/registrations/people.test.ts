import { expect, test } from "vitest";
import { buyerNameOf } from "./people.ts";

test("the name of a buyer is one line of at most 200 characters", () => {
  expect(buyerNameOf(" Mia\r\nMeier\t")).toBe("Mia Meier");
  expect(buyerNameOf(`${"a".repeat(199)} b`)).toBe("a".repeat(199));
  expect(buyerNameOf(`${"a".repeat(199)}😀`)?.isWellFormed()).toBe(true);
  expect([buyerNameOf(undefined), buyerNameOf(" \n ")]).toEqual([null, null]);
});

test("no buyer is stored beside a primary attendee with the same name", () => {
  const mia = { firstName: "Mia", lastName: "Meier" };
  expect(buyerNameOf("Mia\nMeier", mia)).toBeNull();
  expect(buyerNameOf("Mia Lind", mia)).toBe("Mia Lind");
});
