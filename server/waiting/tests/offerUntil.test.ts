import { expect, test } from "vitest";
import { snapshotOf } from "../../testing/snapshot.ts";
import { offerUntil } from "../offerUntil.ts";

const start = new Date("2026-07-01T18:00:00Z");
const end = new Date("2026-07-01T23:00:00Z");
const hoursBefore = (hours: number) => new Date(start.getTime() - hours * 3_600_000);

/** Returns the end of an offer made at `now`. By default an offer lasts a day. */
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
  ["a day if the event is far away", hoursBefore(240), {}, hoursBefore(216)],
  [
    "as long as the event's settings say",
    hoursBefore(240),
    { config: { waitingOfferHours: 3 } },
    hoursBefore(237),
  ],
  ["until the event begins", hoursBefore(5), {}, start],
  ["until the event ends, if it has begun", hoursBefore(-1), {}, end],
  [
    "until sales end",
    hoursBefore(30),
    { config: { salesEnd: hoursBefore(20).toISOString() } },
    hoursBefore(20),
  ],
  ["until the ticket's own sales end", hoursBefore(30), { salesEnd: hoursBefore(25) }, hoursBefore(25)],
  [
    "at least as long as a normal hold",
    hoursBefore(0.05),
    {},
    new Date(hoursBefore(0.05).getTime() + 15 * 60_000),
  ],
])("an offer lasts %s", (_what, now, spec, expected) => {
  expect(until(now, spec)).toBe(expected.toISOString());
});
