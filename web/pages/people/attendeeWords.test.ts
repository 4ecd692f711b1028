import { expect, test } from "vitest";
import type { ListedAttendee } from "../../../contract/people.ts";
import { wholeOrderText } from "./attendeeWords.ts";

type OfOrder = Pick<ListedAttendee, "orderNumber" | "orderStatus" | "orderPaidBy">;

test.each<[OfOrder, string]>([
  [{ orderNumber: "ABCD-2345", orderStatus: "paid", orderPaidBy: null }, "ABCD-2345 · Paid"],
  [
    { orderNumber: "ABCD-2345", orderStatus: "paid", orderPaidBy: "cash" },
    "ABCD-2345 · Paid · Sold at the door, cash",
  ],
  [
    { orderNumber: "ABCD-2345", orderStatus: "refunded", orderPaidBy: "cardTerminal" },
    "ABCD-2345 · Refunded · Sold at the door, card terminal",
  ],
  [{ orderNumber: null, orderStatus: null, orderPaidBy: null }, "–"],
])("an order says whether it was sold at the door, and how it was paid there: %j", (order, words) => {
  expect(wholeOrderText(order)).toBe(words);
});
