/** What the list of orders shows, as its address says it. Pure. */

import { channelWords, purposeWords } from "../../../contract/rules/orderWords.ts";
import type { PaymentFilter } from "../../../contract/shapes/order.ts";
import type { ListedOrder } from "../../../contract/shapes/refund.ts";
import { refundFilterWords, statusWords } from "./orderWords.ts";

export const pageSize = 25;

/** The filters; an empty one is none. */
export interface OrderQuery {
  search: string;
  status: PaymentFilter | keyof typeof refundFilterWords | "";
  purpose: ListedOrder["purpose"] | "";
  channel: ListedOrder["channel"] | "";
  /** Only what staff should look at. */
  attention: boolean;
  page: number;
}

/** What an address asks for; what it does not say, or not rightly, is as at the beginning. */
export function queryFrom(params: URLSearchParams): OrderQuery {
  const page = Number(params.get("page"));
  return {
    search: (params.get("search") ?? "").trim().slice(0, 200),
    status: known(params.get("status"), { ...statusWords, ...refundFilterWords }),
    purpose: known(params.get("purpose"), purposeWords),
    channel: known(params.get("channel"), channelWords),
    attention: params.get("attention") === "true",
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
}

function known<T extends string>(text: string | null, words: Readonly<Record<T, string>>): T | "" {
  const names = Object.keys(words) as T[];
  return names.find((name) => name === text) ?? "";
}

/** The address of a change: another filter begins at the first page. */
export function paramsOf(query: OrderQuery, change: Partial<OrderQuery>): URLSearchParams {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  for (const name of ["search", "status", "purpose", "channel"] as const)
    if (next[name] !== "") params.set(name, next[name]);
  if (next.attention) params.set("attention", "true");
  if (next.page > 1) params.set("page", String(next.page));
  return params;
}

/** The filters as the call takes them. */
export function filtersOf({ search, status, purpose, channel, attention }: OrderQuery) {
  return {
    ...(search !== "" && { searchKeyword: search }),
    ...moneyFilter(status),
    ...(purpose !== "" && { purpose }),
    ...(channel !== "" && { channel }),
    ...(attention && { needsAttention: true }),
  };
}

function moneyFilter(status: OrderQuery["status"]) {
  if (status === "partRefunded") return { refund: "part" as const };
  if (status === "refundDue") return { refund: "due" as const };
  return status === "" ? {} : { paymentStatus: status };
}

/** Whether anything narrows the list down. */
export function isNarrowed(query: OrderQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/** "1 order", "12,345 orders". */
export function countText(count: number): string {
  return count === 1 ? "1 order" : `${count.toLocaleString("en-US")} orders`;
}
