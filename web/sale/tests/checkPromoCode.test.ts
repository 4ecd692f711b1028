import { expect, test } from "vitest";
import type { Code } from "../../../contract/endpoint.ts";
import type { PromoCodeOffer } from "../../../contract/shapes/promoCode.ts";
import { ApiError } from "../../api/apiError.ts";
import { type CheckCodeParts, checkPromoCode } from "../checkPromoCode.ts";
import { createDraftStore } from "../draftStore.ts";

const summer: PromoCodeOffer = {
  code: "SUMMER",
  kind: "percent",
  value: 20,
  left: 3,
  endsAt: null,
  tickets: [],
};

/** The server gives these answers one after another. */
function createVisitor(...answers: (PromoCodeOffer | ApiError)[]) {
  const saved = new Map<string, string>();
  const store = createDraftStore(
    "gala",
    {
      getItem: (name) => saved.get(name) ?? null,
      setItem: (name, text) => void saved.set(name, text),
      removeItem: (name) => void saved.delete(name),
    },
    () => 0,
  );
  const post = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const parts: CheckCodeParts = {
    api: { post: post as unknown as CheckCodeParts["api"]["post"] },
    store,
    event: { id: 5 },
  };
  return { store, check: (code: string) => checkPromoCode(code, parts) };
}

const refusal = (code: Code | "noAnswer", status: number, payload?: unknown) =>
  new ApiError({ status, code, msg: `It is ${code}.`, payload });

test("a valid code is stored with its offer", async () => {
  const { store, check } = createVisitor(summer);
  expect(await check("summer")).toBeNull();
  expect(store.get().promo).toEqual(summer);
});

test("an invalid code is not stored, and the server's message is shown", async () => {
  const { store, check } = createVisitor(refusal("notFound", 404));
  expect(await check("WINTER")).toBe("It is notFound.");
  expect(store.get().promo).toBeNull();
});

test("a stored code that has ended is removed, also if it is typed in other upper or lower case", async () => {
  const { store, check } = createVisitor(summer, refusal("salesClosed", 409));
  await check("SUMMER");
  expect(await check("Summer")).toBe("It is salesClosed.");
  expect(store.get().promo).toBeNull();
});

test("another code that is invalid does not remove the stored code", async () => {
  const { store, check } = createVisitor(summer, refusal("notFound", 404));
  await check("SUMMER");
  expect(await check("WINTER")).toBe("It is notFound.");
  expect(store.get().promo).toEqual(summer);
});

test.each([
  ["noAnswer", 0],
  ["busy", 503],
  ["tooMany", 429],
] as const)("a server without a decision (%s) does not remove a code", async (code, status) => {
  const { store, check } = createVisitor(summer, refusal(code, status));
  await check("SUMMER");
  expect(await check("SUMMER")).toBeNull();
  expect(store.get().promo).toEqual(summer);
});

test("a code that the visitor's own hold has used up stays stored, with no uses left", async () => {
  const { store, check } = createVisitor(summer, refusal("soldOut", 409), refusal("soldOut", 409));
  await check("SUMMER");
  store.dispatch({
    type: "held",
    namesFor: "everyTicket",
    hold: {
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
        promoCode: "SUMMER",
        discount: 0,
      },
      choice: { tickets: { 1: 3 }, extras: {} },
    },
  });
  expect(await check("SUMMER")).toBeNull();
  expect(store.get().promo).toEqual({ ...summer, left: 0 });
  store.dispatch({ type: "released" });
  expect(await check("SUMMER")).toBe("It is soldOut.");
  expect(store.get().promo).toBeNull();
});

test("a code that is too long is refused with a message for its field", async () => {
  const { check } = createVisitor(
    refusal("invalidInput", 400, { fields: [{ path: "code", message: "must be at most 40 characters" }] }),
  );
  expect(await check("X".repeat(41))).toBe("A code must be at most 40 characters.");
});
