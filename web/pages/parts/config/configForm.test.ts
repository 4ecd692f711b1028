import { expect, test } from "vitest";
import { type EventConfig, eventConfig } from "../../../../contract/event.ts";
import { type ConfigValues, configOf, problemsOf, valuesOf } from "./configForm.ts";

const timeZone = "Asia/Bangkok";
const config: EventConfig = {
  isAllDay: true,
  isSingleDayEvent: false,
  maxTicketsPerRegistration: 4,
  saveAllAttendeesDetails: false,
  dateFormat: "DD/MM/YYYY",
  showEndTime: false,
  salesStart: "2026-06-01T02:00:00.000Z",
  salesEnd: null,
  holdMinutes: 20,
  capacity: 300,
  showTicketsLeft: false,
  showSponsors: true,
  waitingList: false,
  waitingOfferHours: 48,
  cancelUntilHours: 48,
  cancelFeePercent: 10,
  passOnUntilHours: 0,
};

test("every setting goes back to the wire as it came", () => {
  expect(configOf(valuesOf(config, timeZone), timeZone)).toEqual(config);
  const standard = eventConfig.parse({});
  expect(configOf(valuesOf(standard, timeZone), timeZone)).toEqual(standard);
});

test("times are those of the event's clocks", () => {
  expect(valuesOf(config, timeZone).salesStart).toBe("2026-06-01T09:00");
});

test.each<[Partial<ConfigValues>, Record<string, string>]>([
  [{}, {}],
  [{ salesEnd: "2026-05-01T09:00" }, { salesEnd: "Sales cannot end before they start." }],
  [{ waitingOfferHours: "169" }, { waitingOfferHours: "Enter whole hours from 1 to 168, which is a week." }],
  [{ capacity: "lots" }, { capacity: "Enter a whole number, or nothing for no limit." }],
  [
    { maxTicketsPerRegistration: "0" },
    { maxTicketsPerRegistration: "Enter a whole number from 1 to 1,000." },
  ],
  [
    { cancelUntilHours: "two days", passOnUntilHours: "9000" },
    {
      cancelUntilHours: "Enter whole hours up to 8,760, or nothing.",
      passOnUntilHours: "Enter whole hours up to 8,760, or nothing.",
    },
  ],
  [{ cancelFeePercent: "" }, { cancelFeePercent: "Enter a whole number from 0 to 100." }],
  [{ holdMinutes: "121" }, { holdMinutes: "Enter a whole number from 1 to 120." }],
])("%j is refused with %j", (change, problems) => {
  expect(problemsOf({ ...valuesOf(config, timeZone), ...change }, timeZone)).toEqual(problems);
});
