/** What the list of attendees shows, as its address says it. Pure. */
import type { AttendeeOrder } from "../../../contract/shapes/people.ts";

export const pageSize = 25;

/** The filters, as texts of the address; an empty one is none. */
export interface AttendeeQuery {
  search: string;
  ticket: string;
  state: string;
  checkin: string;
  order: string;
  sort: AttendeeOrder;
  page: number;
}

const orders: readonly string[] = [
  "registration",
  "-registration",
  "checkin",
  "-checkin",
  "name",
  "-name",
] satisfies AttendeeOrder[];
const newestFirst = "-registration";

function isOrder(text: string | null): text is AttendeeOrder {
  return text !== null && orders.includes(text);
}

/** What an address asks for; what it does not say, or not rightly, is as at the beginning. */
export function queryFrom(params: URLSearchParams): AttendeeQuery {
  const sort = params.get("sort");
  const page = Number(params.get("page"));
  return {
    search: (params.get("search") ?? "").slice(0, 200),
    ticket: /^\d{1,15}$/.test(params.get("ticket") ?? "") ? params.get("ticket")! : "",
    state: known(params.get("state"), stateWords),
    checkin: known(params.get("checkin"), checkinWords),
    order: known(params.get("order"), orderWords),
    sort: isOrder(sort) ? sort : newestFirst,
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
}

function known(text: string | null, words: Readonly<Record<string, string>>): string {
  return text !== null && Object.hasOwn(words, text) ? text : "";
}

/** The address of a change: another filter or order begins at the first page. */
export function paramsOf(query: AttendeeQuery, change: Partial<AttendeeQuery>): URLSearchParams {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  for (const name of ["search", "ticket", "state", "checkin", "order"] as const)
    if (next[name] !== "") params.set(name, next[name]);
  if (next.sort !== newestFirst) params.set("sort", next.sort);
  if (next.page > 1) params.set("page", String(next.page));
  return params;
}

/** The filters as the calls take them. */
export function filtersOf({ search, ticket, state, checkin, order }: AttendeeQuery) {
  return {
    ...(search === "" ? {} : { searchKeyword: search }),
    ...(ticket === "" ? {} : { ticketId: ticket }),
    ...(state === "" ? {} : { registrationState: state as RegistrationFilter }),
    ...(checkin === "" ? {} : { checkinStatus: checkin as "true" | "false" }),
    ...(order === "" ? {} : { orderStatus: order as OrderFilter }),
  };
}

type RegistrationFilter = "all" | "held" | "pending" | "expired" | "cancelled";
type OrderFilter = "free" | "paid" | "pending" | "expired" | "failed" | "refunded";

/** Whether anything narrows the list down. */
export function isNarrowed(query: AttendeeQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/** The choices of each filter; the empty one is what is shown when none is chosen. */
export const stateWords = {
  held: "Held",
  pending: "Being paid",
  expired: "Expired",
  cancelled: "Cancelled",
  all: "All states",
} as const;
export const checkinWords = { false: "Pending", true: "Checked-in" } as const;
export const orderWords = {
  free: "Free",
  paid: "Paid",
  pending: "Payment pending",
  expired: "Expired",
  failed: "Payment failed",
  refunded: "Refunded",
} as const;

export const sortWords: Record<AttendeeOrder, string> = {
  "-registration": "Registered, newest first",
  registration: "Registered, oldest first",
  name: "Last name, from A",
  "-name": "Last name, from Z",
  "-checkin": "Checked in, latest first",
  checkin: "Checked in, earliest first",
};

/** How many there are, in words: a search with very many hits is estimated. */
export function countWords({
  totalItems,
  isTotalExact,
}: {
  totalItems: number;
  isTotalExact: boolean;
}): string {
  const count = totalItems.toLocaleString("en-US");
  const people = totalItems === 1 ? "attendee" : "attendees";
  return isTotalExact ? `${count} ${people}` : `About ${count} ${people}`;
}
