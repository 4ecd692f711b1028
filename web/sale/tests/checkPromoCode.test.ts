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

/** A visitor, and a server that gives these answers one after another. */
function visitor(...answers: (PromoCodeOffer | ApiError)[]) {
  const saved = new Map<string, string>();
  const store = createDraftStore(
    "gala",
    {
      length: 0,
      key: () => null,
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
  const checking: CheckCodeParts = {
    api: { post: post as unknown as CheckCodeParts["api"]["post"] },
    store,
    event: { id: 5 },
  };
  return { store, check: (code: string) => checkPromoCode(code, checking) };
}

const refusal = (code: Code | "noAnswer", status: number, payload?: unknown) =>
  new ApiError({ status, code, msg: `It is ${code}.`, payload });

test("a code that gives something is kept with what it gives", async () => {
  const { store, check } = visitor(summer);
  expect(await check("summer")).toBeNull();
  expect(store.get().promo).toEqual(summer);
});

test("a code that gives nothing is not kept, and the server's words are shown", async () => {
  const { store, check } = visitor(refusal("notFound", 404));
  expect(await check("WINTER")).toBe("It is notFound.");
  expect(store.get().promo).toBeNull();
});

test("a code that was good is dropped once it has ended, however it is typed", async () => {
  const { store, check } = visitor(summer, refusal("salesClosed", 409));
  await check("SUMMER");
  expect(await check("Summer")).toBe("It is salesClosed.");
  expect(store.get().promo).toBeNull();
});

test("another code that gives nothing leaves the good one", async () => {
  const { store, check } = visitor(summer, refusal("notFound", 404));
  await check("SUMMER");
  expect(await check("WINTER")).toBe("It is notFound.");
  expect(store.get().promo).toEqual(summer);
});

test.each([
  ["noAnswer", 0],
  ["busy", 503],
  ["tooMany", 429],
] as const)("a server that does not judge (%s) takes no code away", async (code, status) => {
  const { store, check } = visitor(summer, refusal(code, status));
  await check("SUMMER");
  expect(await check("SUMMER")).toBeNull();
  expect(store.get().promo).toEqual(summer);
});

test("a code that is used up by what the visitor holds with it stays theirs, with nothing left beside that", async () => {
  const { store, check } = visitor(summer, refusal("soldOut", 409), refusal("soldOut", 409));
  await check("SUMMER");
  store.happen({
    type: "held",
    namesFor: "everyTicket",
    hold: {
      registrationId: 7,
      accessKey: "k".repeat(22),
      expiresAt: "2026-12-12T12:15:00Z",
      skewMs: 0,
      quote: {
        items: [],
        subtotal: 0,
        tax: 0,
        totalAmount: 0,
        currency: "eur",
        promoCode: "SUMMER",
        discount: 0,
      },
      choice: { tickets: { 1: 3 }, extras: {} },
    },
  });
  expect(await check("SUMMER")).toBeNull();
  expect(store.get().promo).toEqual({ ...summer, left: 0 });
  store.happen({ type: "released" });
  expect(await check("SUMMER")).toBe("It is soldOut.");
  expect(store.get().promo).toBeNull();
});

test("what cannot be a code is told in the field's own words", async () => {
  const { check } = visitor(
    refusal("invalidInput", 400, { fields: [{ path: "code", message: "must be at most 40 characters" }] }),
  );
  expect(await check("X".repeat(41))).toBe("A code must be at most 40 characters.");
});
