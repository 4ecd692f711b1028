import { expect, test } from "vitest";
import { ApiError } from "../../../api/apiError.ts";
import { saveTicketValues } from "./saveTicketValues.ts";
import { newShared, type TicketValues, valuesOf } from "./ticketForm.ts";

const sharing: TicketValues = {
  ...valuesOf(null, "UTC"),
  title: "Standard",
  price: "10",
  maxStock: "40",
  shared: newShared,
  sharedTitle: "Main hall",
  sharedPlaces: "60",
};

/** New parts get the ids 50, 51, …. Each request takes one of `queued`: a refusal, or null. */
function openForm(ticketId: number | null = 7) {
  const requests: [name: string, body: object][] = [];
  const keys: (string | undefined)[] = [];
  const queued: (ApiError | null)[] = [];
  let nextId = 50;
  const post = async (name: string, body: object, options: { idempotencyKey?: string }) => {
    requests.push([name, body]);
    keys.push(options.idempotencyKey);
    const refusal = queued.shift();
    if (refusal) throw refusal;
    return { id: "id" in body ? body.id : nextId++ };
  };
  const parts = {
    api: { post } as unknown as Parameters<typeof saveTicketValues>[2]["api"],
    event: { id: 3, timeZone: "UTC", currency: "eur" as const },
    saved: { ticketId, capacityId: null },
  };
  return {
    requests,
    keys,
    queued,
    save: (values: TicketValues, idempotencyKey: string) =>
      saveTicketValues(values, { idempotencyKey }, parts),
  };
}

const refusal = new ApiError({ status: 409, code: "inUse", msg: "Too few." });
const removal = ["sharedCapacity/remove", { sharedCapacityId: 50 }];

test("a new shared capacity is removed if the ticket is refused and then saved without it", async () => {
  for (const shared of ["", "8"]) {
    const form = openForm();
    form.queued.push(null, refusal);
    await expect(form.save(sharing, "a")).rejects.toBe(refusal);
    expect(form.requests.splice(0)).toMatchObject([
      ["sharedCapacity/save", { eventId: 3, title: "Main hall", maxPlaces: 60 }],
      ["ticket/save", { id: 7, sharedCapacityId: 50 }],
    ]);
    await form.save({ ...sharing, shared }, "b");
    expect(form.requests).toMatchObject([
      ["ticket/save", { id: 7, sharedCapacityId: shared === "" ? null : 8 }],
      removal,
    ]);
  }
});

test("a new shared capacity stays if the ticket shares it in the end", async () => {
  for (const shared of [newShared, "50"]) {
    const form = openForm();
    form.queued.push(null, refusal);
    await expect(form.save(sharing, "a")).rejects.toBe(refusal);
    await form.save({ ...sharing, shared, maxStock: "20" }, "b");
    expect(form.requests.at(-1)).toMatchObject(["ticket/save", { sharedCapacityId: 50, maxStock: 20 }]);
    expect(form.requests).not.toContainEqual(removal);
  }
});

test("a ticket is saved even if the shared capacity that it does not need cannot be removed", async () => {
  const form = openForm();
  form.queued.push(null, refusal);
  await expect(form.save(sharing, "a")).rejects.toBe(refusal);
  form.queued.push(null, refusal);
  expect(await form.save({ ...sharing, shared: "" }, "b")).toEqual({ id: 7 });
  expect(form.requests.at(-1)).toEqual(removal);
});

test("a new ticket is added once, even if another ticket that shall share its capacity cannot be saved", async () => {
  const form = openForm(null);
  const withTwo = { ...sharing, sharedWith: ["1", "2"] };
  form.queued.push(null, null, null, refusal);
  await expect(form.save(withTwo, "a")).rejects.toBe(refusal);
  form.queued.push(null, null, null, refusal);
  await expect(form.save(withTwo, "a")).rejects.toBe(refusal);
  expect(await form.save({ ...withTwo, sharedPlaces: "90" }, "b")).toEqual({ id: 51 });
  const bodies = form.requests.flatMap(([name, body]) => (name === "ticket/save" ? [body] : []));
  expect(bodies.filter((body) => !("id" in body))).toHaveLength(1);
  expect(bodies.filter((body) => "id" in body && body.id === 51)).toHaveLength(2);
  // A key belongs to one body.
  const bodyOfKey = new Map<string, unknown>();
  for (const [index, [name, body]] of form.requests.entries()) {
    const key = `${name} ${form.keys[index]}`;
    expect(body).toEqual(bodyOfKey.get(key) ?? body);
    bodyOfKey.set(key, body);
  }
});
