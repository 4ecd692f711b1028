import { expect, test } from "vitest";
import type { Api } from "../../../api/client.ts";
import { onlyTicketOf } from "./onlyTicket.ts";

function countingApi(extras: object[] = []) {
  const seen = { calls: 0 };
  // `onlyTicketOf` makes this one call and reads the stock of the extras.
  const get = (async () => {
    seen.calls += 1;
    return extras;
  }) as unknown as Api["get"];
  return { api: { get }, seen };
}

const event = { id: 1, placesLeft: null, config: { maxTicketsPerRegistration: 6 } };
const entry = { id: 5, price: 2500, currentStock: 40 };

test("the number of the only paid ticket is chosen on the event's page, up to the limit of an order", async () => {
  expect(await onlyTicketOf(countingApi().api, { event, tickets: [entry] }, {})).toEqual({
    id: 5,
    max: 6,
    limitWords: "One order can have at most 6 tickets.",
  });
});

test("no more tickets can be chosen than are left of the ticket and of the event", async () => {
  const offered = async (placesLeft: number | null, currentStock: number) =>
    onlyTicketOf(
      countingApi().api,
      { event: { ...event, placesLeft }, tickets: [{ ...entry, currentStock }] },
      {},
    );
  const noMore = { id: 5, limitWords: "No more of these are left." };
  expect(await offered(null, 3)).toEqual({ ...noMore, max: 3 });
  expect(await offered(2, 3)).toEqual({ ...noMore, max: 2 });
});

test("with an extra on sale the number is not chosen on the event's page, but a sold-out extra does not count", async () => {
  const offered = async (...stocks: (number | null)[]) => {
    const { api } = countingApi(stocks.map((currentStock) => ({ currentStock })));
    return (await onlyTicketOf(api, { event, tickets: [entry] }, {})) !== null;
  };
  expect(await offered(null)).toBe(false);
  expect(await offered(0, 3)).toBe(false);
  expect(await offered(0)).toBe(true);
});

test("without a ticket, with several tickets or with a free one, the extras are not loaded", async () => {
  const { api, seen } = countingApi();
  for (const tickets of [[], [entry, { ...entry, id: 6 }], [{ ...entry, price: 0 }]])
    expect(await onlyTicketOf(api, { event, tickets }, {})).toBeNull();
  expect(seen.calls).toBe(0);
});
