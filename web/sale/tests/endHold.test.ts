import { expect, test } from "vitest";
import { ApiError } from "../../api/apiError.ts";
import type { Hold } from "../draft.ts";
import { createDraftStore } from "../draftStore.ts";
import { endHoldUnlessPaid } from "../endHold.ts";

const hold: Hold = {
  registrationId: 7,
  accessKey: "k".repeat(22),
  expiresAt: "2026-12-12T12:15:00Z",
  skewMs: 0,
  quote: {
    items: [],
    pricesIncludeTax: false,
    subtotal: 0,
    tax: 0,
    totalAmount: 0,
    taxes: [],
    currency: "eur",
    promoCode: null,
    discount: 0,
  },
  choice: { tickets: { 1: 2 }, extras: {} },
};

const lost = new ApiError({ status: 0, code: "noAnswer", msg: "No answer." });
const ended = new ApiError({ status: 404, code: "notFound", msg: "Not there." });

/** The server gives these answers one after another. */
function createBuyer(...answers: (Error | { state: string; paymentStatus?: string })[]) {
  const entries = new Map<string, string>();
  const store = createDraftStore(
    "gala",
    {
      getItem: (name) => entries.get(name) ?? null,
      setItem: (name, text) => void entries.set(name, text),
      removeItem: (name) => void entries.delete(name),
    },
    () => 0,
  );
  store.dispatch({ type: "held", hold, namesFor: "everyTicket" });
  let waits = 0;
  const get = async () => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error("Asked more often than expected.");
    if (answer instanceof Error) throw answer;
    const { state, paymentStatus } = answer;
    return { registration: { state }, order: paymentStatus === undefined ? null : { paymentStatus } };
  };
  const end = () =>
    endHoldUnlessPaid({ get } as unknown as Parameters<typeof endHoldUnlessPaid>[0], store, async () => {
      waits += 1;
    });
  return { end, store, waits: () => waits };
}

test.each([
  [{ state: "expired" }],
  [{ state: "held" }],
  [{ state: "pending", paymentStatus: "pending" }],
  [ended],
])("after the server's answer %j the hold has ended, and the choice is kept", async (answer) => {
  const { end, store } = createBuyer(answer);
  expect(await end()).toBe(false);
  expect(store.get()).toMatchObject({ hold: null, holdEnded: true, choice: hold.choice });
});

test.each([
  [{ state: "active", paymentStatus: "paid" }],
  [{ state: "expired", paymentStatus: "refunded" }],
  [{ state: "expired", paymentStatus: "paid" }],
])("after the answer %j the hold counts as bought", async (answer) => {
  const { end, store } = createBuyer(answer);
  expect(await end()).toBe(true);
  expect(store.get()).toMatchObject({ hold: null, holdEnded: false, bought: { registrationId: 7 } });
});

test("without an answer the hold does not end, and the server is asked again", async () => {
  const { end, store, waits } = createBuyer(lost, lost, { state: "active" });
  const ending = end();
  expect(store.get().holdEnded).toBe(false);
  expect(await ending).toBe(true);
  expect(waits()).toBe(2);
});

test.each([
  [{ state: "active", paymentStatus: "paid" }, true],
  [{ state: "expired" }, false],
])("a hold whose payment may be under way stays until the answer %j", async (answer, isPaid) => {
  const { end, store, waits } = createBuyer({ state: "pending" }, { state: "pending" }, answer);
  store.dispatch({ type: "paying" });
  const ending = end();
  expect(store.get()).toMatchObject({ hold, holdEnded: false });
  expect(await ending).toBe(isPaid);
  expect(store.get()).toMatchObject({ hold: null, holdEnded: !isPaid });
  expect(waits()).toBe(2);
});

test("a hold that the buyer has released meanwhile counts as unpaid", async () => {
  const { end, store } = createBuyer(lost);
  store.dispatch({ type: "bought", bought: { registrationId: 3, accessKey: "k".repeat(22) } });
  store.dispatch({ type: "held", hold, namesFor: "everyTicket" });
  const ending = end();
  store.dispatch({ type: "released" });
  expect(await ending).toBe(false);
  expect(store.get().holdEnded).toBe(false);
});
