import { expect, test } from "vitest";
import { mayHavePaidAt } from "./PaymentUnseen.tsx";

const at = (address: string, paying: boolean) => {
  const { pathname, search } = new URL(address, "https://foyer.example");
  return mayHavePaidAt({ pathname, search }, paying);
};

test("somebody who comes back from the bank may have paid", () => {
  expect(at("/gala/success?registrationId=7", false)).toBe(true);
  expect(at("/ExtrasPurchase?event=gala&payment_intent=pi_1", false)).toBe(true);
  expect(at("/pricing?event=gala&paymentIntentId=pi_1", false)).toBe(true);
});

test("somebody may have paid at the checkout if a card may have been charged", () => {
  expect(at("/gala/checkout", false)).toBe(false);
  expect(at("/gala/checkout", true)).toBe(true);
  expect(at("/gala/tickets", true)).toBe(false);
});

test("somebody who opens the payment of extras or of a sponsorship again may have paid", () => {
  const proof = "event=gala&registrationId=7&accessKey=k";
  expect(at(`/ExtrasPurchase?${proof}&step=pay`, false)).toBe(true);
  expect(at(`/ExtrasPurchase?${proof}&purchase=3`, false)).toBe(true);
  expect(at("/Pricing?event=gala&sponsorshipId=3&accessKey=k", false)).toBe(true);
  expect(at(`/ExtrasPurchase?${proof}`, false)).toBe(false);
  expect(at("/Pricing?event=gala", false)).toBe(false);
});
