import { expect, test } from "vitest";
import { snapshotOf } from "../../testing/snapshot.ts";
import { offerUntil } from "../offerUntil.ts";

const start = new Date("2026-07-01T18:00:00Z");
const end = new Date("2026-07-01T23:00:00Z");
const before = (hours: number) => new Date(start.getTime() - hours * 3_600_000);

/** The end of an offer made at `now`, for an event whose offers last a day. */
function until(now: Date, { config = {}, salesEnd = null as Date | null } = {}) {
  const { events, tickets } = snapshotOf({
    event: { start_datetime: start, end_datetime: end },
    config,
    tickets: [{ id: 11, sales_end: salesEnd }],
  });
  const holdUntil = new Date(now.getTime() + 15 * 60_000);
  return offerUntil(events.get(1)!, tickets.get(11)!, { now, holdUntil }).toISOString();
}

test.each([
  ["a day, long before the event", before(240), {}, before(216)],
  ["the hours that the event gives", before(240), { config: { waitingOfferHours: 3 } }, before(237)],
  ["until the event begins", before(5), {}, start],
  ["once it has begun, until it ends", before(-1), {}, end],
  ["until sales end", before(30), { config: { salesEnd: before(20).toISOString() } }, before(20)],
  ["until the ticket's own sales end", before(30), { salesEnd: before(25) }, before(25)],
  ["never less than any buyer has", before(0.05), {}, new Date(before(0.05).getTime() + 15 * 60_000)],
])("an offer lasts %s", (_what, now, spec, expected) => {
  expect(until(now, spec)).toBe(expected.toISOString());
});
