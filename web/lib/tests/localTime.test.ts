import fc from "fast-check";
import { expect, test } from "vitest";
import { dateFormats, isWithoutClock } from "../../../contract/rules/time/dateFormats.ts";
import { formatEventTime } from "../../../contract/rules/time/eventTime.ts";
import { localTimeText } from "../localTime.ts";

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const instant = fc.date({
  min: new Date("1990-01-01T00:00Z"),
  max: new Date("2080-01-01T00:00Z"),
  noInvalidDate: true,
});

const formats = fc.constantFrom(...dateFormats.filter((one) => !isWithoutClock(one)));

test("the reader's local time is written in the same form as the event's time", () => {
  fc.assert(
    fc.property(instant, fc.option(instant), fc.boolean(), formats, (start, end, showEndTime, dateFormat) => {
      const event = { start, end, timeZone: ownZone, isAllDay: false, showEndTime, dateFormat };
      expect(localTimeText(event)).toBe(formatEventTime(event).text);
    }),
  );
});

test("an all-day event and an event whose start is no date have no local time", () => {
  const event = {
    start: "2026-12-12T00:00:00Z",
    end: null,
    timeZone: "UTC",
    isAllDay: true,
    showEndTime: true,
    dateFormat: dateFormats[0],
  };
  expect(localTimeText(event)).toBeNull();
  expect(localTimeText({ ...event, start: "soon", isAllDay: false })).toBeNull();
});
