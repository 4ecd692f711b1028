import { expect, test } from "vitest";
import {
  defaultSettings,
  type EventSettings,
  namedSettings,
  type Setting,
} from "../../../../contract/rules/eventSettings.ts";
import { type ConfigValues, configBody, problemsOf, valuesOf } from "./configForm.ts";

const timeZone = "Asia/Bangkok";
function anotherThanDefault(setting: Setting): boolean | number | string {
  switch (setting.kind) {
    case "flag":
      return !setting.default;
    case "count":
      return setting.default === setting.most ? setting.least : setting.default + 1;
    case "optionalCount":
    case "places":
      return setting.least;
    case "time":
      return "2026-06-01T02:00:00.000Z";
    case "text":
      return "Park by the boat house.\nBring a coat.";
    case "dateFormat":
      return "DD/MM/YYYY";
  }
}

const config = Object.fromEntries(
  namedSettings.map(([name, setting]) => [name, anotherThanDefault(setting)]),
) as EventSettings;

test("every saved setting is sent back unchanged", () => {
  expect(configBody(valuesOf(config, timeZone), timeZone)).toEqual(config);
  expect(configBody(valuesOf(defaultSettings, timeZone), timeZone)).toEqual(defaultSettings);
});

test("times are in the event's time zone", () => {
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
  [{ ticketNote: "é".repeat(1001) }, { ticketNote: "Enter at most 1,000 characters." }],
  [{ holdMinutes: "121" }, { holdMinutes: "Enter a whole number from 1 to 120." }],
])("settings with %j have the problems %j", (change, problems) => {
  expect(problemsOf({ ...valuesOf(config, timeZone), ...change }, timeZone)).toEqual(problems);
});
