import { expect, test } from "vitest";
import type { Api } from "../../../api/client.ts";
import { expressTicketOf } from "./expressTicket.ts";

/** An API with one event's questions that counts its calls. */
function asking(questions: { required: boolean }[]) {
  const seen = { asked: 0 };
  // The function makes only this call and reads only this field.
  const get = (async () => {
    seen.asked += 1;
    return questions;
  }) as unknown as Api["get"];
  return { api: { get }, seen };
}

const free = { id: 5, eventId: 1, price: 0 };

test("a free event with one ticket and no required question registers on its page", async () => {
  expect(await expressTicketOf(asking([]).api, [free], {})).toBe(5);
  expect(await expressTicketOf(asking([{ required: false }]).api, [free], {})).toBe(5);
});

test("a required question needs its own page", async () => {
  expect(await expressTicketOf(asking([{ required: false }, { required: true }]).api, [free], {})).toBeNull();
});

test.each([
  ["there is no ticket", []],
  ["it costs something", [{ ...free, price: 100 }]],
  ["there is a choice", [free, { ...free, id: 6 }]],
])("not when %s, and nothing is asked for then", async (_, tickets) => {
  const { api, seen } = asking([]);
  expect(await expressTicketOf(api, tickets, {})).toBeNull();
  expect(seen.asked).toBe(0);
});
