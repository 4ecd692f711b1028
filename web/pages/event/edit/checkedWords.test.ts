import { expect, test } from "vitest";
import { checkedWords } from "./checkedWords.ts";

const nobody = { importId: null, people: 0, registrations: 0, leftOut: [], unkeptFields: [] };

test("a checked file shows how many people and sponsors its event has, and what only the archive keeps", () => {
  expect(checkedWords("Gala", nobody)).toEqual(["“Gala” can be added."]);
  expect(checkedWords("Gala", { ...nobody, people: 1, sponsors: 1 })).toEqual([
    "“Gala” can be added with 1 person and 1 sponsor.",
  ]);
  const records = [
    { file: "earlier/1/orders.csv", count: 1200 },
    { file: "earlier/2/orders.csv", count: 1 },
    { file: "earlier/2/order-lines.csv", count: 9 },
    { file: "earlier/2/payments.csv", count: 1 },
  ];
  const whole = { ...nobody, people: 1200, waitingList: 3, sponsors: 2, records, unkeptFields: ["Seat"] };
  expect(checkedWords("Gala", whole)).toEqual([
    "“Gala” can be added with 1,200 people, 3 on the waiting list, and 2 sponsors.",
    "Only in its archive, not in the event: 1,201 orders and 1 payment.",
    "Additional fields that are not imported: Seat.",
  ]);
});
