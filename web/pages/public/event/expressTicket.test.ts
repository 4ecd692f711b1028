import { expect, test } from "vitest";
import type { Api } from "../../../api/client.ts";
import { expressTicketOf } from "./expressTicket.ts";

/** An API with one event's questions that counts its calls. */
function countingApi(questions: { required: boolean }[]) {
  const seen = { calls: 0 };
  // The function makes only this call and reads only this field.
  const get = (async () => {
    seen.calls += 1;
    return questions;
  }) as unknown as Api["get"];
  return { api: { get }, seen };
}

const free = { id: 5, eventId: 1, price: 0 };

test("a free event with one ticket and no required question registers on its page", async () => {
  expect(await expressTicketOf(countingApi([]).api, [free], {})).toBe(5);
  expect(await expressTicketOf(countingApi([{ required: false }]).api, [free], {})).toBe(5);
});

test("a required question needs its own page", async () => {
  const { api } = countingApi([{ required: false }, { required: true }]);
  expect(await expressTicketOf(api, [free], {})).toBeNull();
});

test.each([
  ["there is no ticket", []],
  ["it costs something", [{ ...free, price: 100 }]],
  ["there is a choice", [free, { ...free, id: 6 }]],
])("the event's page does not register when %s, and requests no questions", async (_, tickets) => {
  const { api, seen } = countingApi([]);
  expect(await expressTicketOf(api, tickets, {})).toBeNull();
  expect(seen.calls).toBe(0);
});
