import { expect, test, vi } from "vitest";
import { offersExtras } from "../moreExtras.ts";

type Args = Parameters<typeof offersExtras>;

const proof = { registrationId: 7, accessKey: "k".repeat(22) };
const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const event = {
  id: 3,
  isActive: true,
  cancelledAt: null,
  startDatetime: inDays(3),
  endDatetime: null,
  placesLeft: null,
  // Sales windows apply to tickets only.
  config: { salesStart: null, salesEnd: inDays(-1) },
};

/** `left` has the stocks that the server answers. */
async function isOffered(left: (number | null)[] | Error, changes: object = {}): Promise<boolean> {
  const get = async () => {
    if (left instanceof Error) throw left;
    return left.map((currentStock) => ({ currentStock }));
  };
  const purchase = { proof, registration: { state: "active" }, event, ...changes };
  const { signal } = new AbortController();
  return offersExtras({ get } as unknown as Args[0], purchase as unknown as Args[1], signal);
}

test("extras are offered to ticket holders while some are left, also after the ticket sale", async () => {
  expect(await isOffered([0, 4])).toBe(true);
  expect(await isOffered([null])).toBe(true);
  expect(await isOffered([0])).toBe(false);
  expect(await isOffered([])).toBe(false);
});

test.each([
  ["an event that is over", { event: { ...event, startDatetime: inDays(-3) } }],
  ["an event that was cancelled", { event: { ...event, cancelledAt: inDays(-1) } }],
  ["tickets that are not paid", { registration: { state: "pending" } }],
  ["a guest, who proves only one ticket", { proof: { registrationId: 7, qrUuid: "u" } }],
])("no extras are offered for %s", async (_what, changes) => {
  expect(await isOffered([4], changes)).toBe(false);
});

test("no extras are offered if the server does not answer", async () => {
  expect(await isOffered(new Error("no answer"))).toBe(false);
});

test("no extras are offered in a browser that cannot send the request", async () => {
  vi.stubGlobal("AbortSignal", undefined);
  try {
    expect(await isOffered([4])).toBe(false);
  } finally {
    vi.unstubAllGlobals();
  }
});
