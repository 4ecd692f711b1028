import { expect, test } from "vitest";
import type { KeptSale } from "../../../door/sale.ts";
import { doorSaleWords, saleWords, undoWords } from "./saleWords.ts";

const berlin = { timeZone: "Europe/Berlin", dateFormat: "DD/MM/YYYY HH:mm" } as const;

const sale: KeptSale = {
  key: "a-sale",
  at: Date.parse("2026-11-21T18:42:00Z"),
  tickets: [{ ticketId: 1, quantity: 2 }],
  name: "",
  email: null,
  paidBy: "cash",
  totalAmount: 5_000,
  what: "2 × Standard",
  sum: "€50",
};

test("the text of a sale says what was sold, how it was paid and when", () => {
  expect(saleWords(sale, berlin)).toBe("2 × Standard, €50 in cash, at 19:42.");
  expect(saleWords({ ...sale, paidBy: "cardTerminal" }, berlin)).toContain("€50 by card");
});

test("the text of an undone sale says what is handed back, and how", () => {
  const words = (part: Partial<KeptSale>) => undoWords({ kind: "undone", sale: { ...sale, ...part } }).detail;
  expect(words({})).toBe("Its buyers are no longer checked in. Hand the €50 back in cash.");
  expect(words({ paidBy: "cardTerminal", extras: [{ extrasId: 7, quantity: 1 }] })).toBe(
    "Its buyers are no longer checked in. Refund the €50 on the card terminal. Take the extras back.",
  );
  expect(words({ totalAmount: 0 })).toBe("Its buyers are no longer checked in. No money was taken.");
});

test("the text of a failed sale says what to give back, and no reason that is only about the sale's key", () => {
  const words = (refusal: { code: string; msg: string } | null) =>
    doorSaleWords({ kind: "notSold", sale, refusal: refusal && { ...refusal, payload: null } }).detail;
  expect(words({ code: "soldOut", msg: "This ticket is sold out." })).toBe(
    "This ticket is sold out. Nobody was let in. Give the €50 back.",
  );
  const plain = "Nobody was let in. Give the €50 back.";
  expect(words(null)).toBe(plain);
  expect(words({ code: "idempotencyMismatch", msg: "This Idempotency-Key was used before." })).toBe(plain);
});
