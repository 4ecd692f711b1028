import { expect, test } from "vitest";
import type { ListedAttendee } from "../../contract/shapes/people.ts";
import { stateText, wholeOrderText } from "./attendeeWords.ts";

type OfOrder = Pick<ListedAttendee, "orderNumber" | "orderStatus" | "orderPaidBy"> &
  Partial<Pick<ListedAttendee, "registrationState">>;

test.each<[OfOrder, string]>([
  [{ orderNumber: "ABCD-2345", orderStatus: "paid", orderPaidBy: null }, "ABCD-2345 · Paid"],
  [{ orderNumber: "ABCD-2345", orderStatus: "paid", orderPaidBy: "cash" }, "ABCD-2345 · Paid · Cash"],
  [
    { orderNumber: "ABCD-2345", orderStatus: "refunded", orderPaidBy: "cardTerminal" },
    "ABCD-2345 · Refunded · Card terminal",
  ],
  [
    { orderNumber: "ABCD-2345", orderStatus: "paid", orderPaidBy: "bankTransfer" },
    "ABCD-2345 · Paid · Bank transfer",
  ],
  [{ orderNumber: "ABCD-2345", orderStatus: "pending", orderPaidBy: null }, "ABCD-2345 · Pending"],
  ...(["expired", "cancelled"] as const).map((registrationState): [OfOrder, string] => [
    { orderNumber: "ABCD-2345", orderStatus: "pending", orderPaidBy: null, registrationState },
    "ABCD-2345 · Expired",
  ]),
  [{ orderNumber: null, orderStatus: null, orderPaidBy: null }, "–"],
])("an order shows its payment state, and a payment by hand: %j", (order, words) => {
  expect(wholeOrderText({ registrationState: "pending", ...order })).toBe(words);
});

test('a pending attendee is "Not yet active" if imported, otherwise "Being paid"', () => {
  expect(stateText({ registrationState: "pending", importId: 3 })).toBe("Not yet active");
  expect(stateText({ registrationState: "pending", importId: null })).toBe("Being paid");
  expect(stateText({ registrationState: "active", importId: 3 })).toBe("Confirmed");
});
