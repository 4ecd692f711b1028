import { expect, test } from "vitest";
import { saleUndoMs } from "../../../contract/rules/door/saleUndo.ts";
import { maxRecentActs } from "../device.ts";
import { surplusActs } from "../recent.ts";
import type { KeptSale } from "../sale.ts";
import { saleAsAct, unansweredUndo, undoableSale } from "../storedSales.ts";

const sale: KeptSale = {
  tickets: [{ ticketId: 1, quantity: 2 }],
  name: "Mia Keller",
  email: "mia@example.org",
  answers: [[{ questionId: 1, answer: "Fish" }]],
  paidBy: "cash",
  totalAmount: 5_000,
  what: "2 × Standard",
  sum: "€50",
  key: "key-1",
  at: 1_000,
};
const act = saleAsAct(sale);
const admission = { ...act, what: "in" as const, key: 9_000, at: 9_000 };

test("the latest sale can be undone for half a minute, and is read without its buyer's data", () => {
  const found = undoableSale([admission, act], 1_000 + saleUndoMs - 1);
  expect(found).toEqual({ ...sale, name: "", email: null, answers: [] });
  expect(undoableSale([admission, act], 1_000 + saleUndoMs)).toBeNull();
});

test("a sale that was undone cannot be undone again, and neither can an earlier sale", () => {
  const earlier = saleAsAct({ ...sale, key: "key-0", at: 500 });
  expect(undoableSale([{ ...act, isUndone: true }, earlier], 2_000)).toBeNull();
  expect(undoableSale([], 2_000)).toBeNull();
});

test("a sale that an older version of the page stored cannot be undone", () => {
  const { sale: _, ...older } = act;
  expect(undoableSale([older], 2_000)).toBeNull();
});

test("an undo that was sent is asked for until its outcome is known", () => {
  const asked = { ...act, isUndoAsked: true };
  expect(unansweredUndo([admission, asked])).toEqual(act.sale);
  expect(undoableSale([asked], 2_000)).toBeNull();
  expect(unansweredUndo([act, { ...asked, isUndone: true }, { ...asked, isUndoAsked: false }])).toBeNull();
});

test("the list drops its oldest acts, and keeps an undo without an outcome", () => {
  const asked = { ...act, isUndoAsked: true };
  const others = Array.from({ length: maxRecentActs + 1 }, (_, index) => ({
    ...admission,
    key: 10_000 + index,
  }));
  expect(surplusActs([asked, ...others]).map(({ key }) => key)).toEqual([10_000]);
  expect(surplusActs(others.slice(1))).toEqual([]);
});
