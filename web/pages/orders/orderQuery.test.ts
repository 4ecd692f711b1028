import { expect, test } from "vitest";
import { filtersOf, orderAddress, orderCountText } from "./orderQuery.ts";

const { isNarrowed, paramsOf, queryFrom } = orderAddress;

const queryOf = (text: string) => queryFrom(new URLSearchParams(text));

test("the address of a list contains its filters", () => {
  const query = queryOf("search=mia+ke&status=paid&purpose=extras&channel=door&attention=true&page=4");
  expect(paramsOf(query, { page: query.page }).toString()).toBe(
    "search=mia+ke&status=paid&purpose=extras&channel=door&attention=true&page=4",
  );
  expect(filtersOf(query)).toEqual({
    searchKeyword: "mia ke",
    paymentStatus: "paid",
    purpose: "extras",
    channel: "door",
    needsAttention: true,
  });
});

test("invalid filters in an address are ignored", () => {
  const query = queryOf("status=__proto__&purpose=toString&channel=moon&attention=maybe&page=-1");
  expect(query).toEqual(queryOf(""));
  expect([isNarrowed(query), isNarrowed(queryOf("attention=true"))]).toEqual([false, true]);
  expect(paramsOf(query, {}).toString()).toBe("");
});

test("a changed filter shows the first page", () => {
  expect(paramsOf(queryOf("search=a&page=9"), { status: "free" }).toString()).toBe("search=a&status=free");
});

test("orders are counted in words", () => {
  expect([orderCountText(1), orderCountText(0), orderCountText(12345)]).toEqual([
    "1 order",
    "0 orders",
    "12,345 orders",
  ]);
});

test("partly refunded orders and refunds on their way have their own filters", () => {
  const query = queryFrom(new URLSearchParams("status=refundDue"));
  expect(filtersOf(query)).toEqual({ refund: "due" });
  expect(filtersOf({ ...query, status: "partRefunded" })).toEqual({ refund: "part" });
});
