import { expect, test } from "vitest";
import { dateFormatIn } from "./dateFormats.ts";

test.each([
  ["Europe/Berlin", "DD/MM/YYYY HH:mm"],
  ["Asia/Bangkok", "DD/MM/YYYY HH:mm"],
  ["America/Sao_Paulo", "DD/MM/YYYY HH:mm"],
  ["America/New_York", "MM/DD/YYYY HH:mm"],
  ["America/Indiana/Knox", "MM/DD/YYYY HH:mm"],
  ["America/Indianapolis", "MM/DD/YYYY HH:mm"],
  ["America/Louisville", "MM/DD/YYYY HH:mm"],
  ["Pacific/Honolulu", "MM/DD/YYYY HH:mm"],
])("a new event in %s starts with the date format of its place", (timeZone, format) => {
  expect(dateFormatIn(timeZone)).toBe(format);
});
