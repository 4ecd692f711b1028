import { describe, expect, test } from "vitest";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { DateFilter } from "../../../paths.ts";
import { upcomingPage, upcomingQuery } from "./upcoming.ts";

const clubs = [
  { id: 1, name: "Riverside Jazz Club", logoUrl: "", location: "" },
  { id: 2, name: "Café Öst", logoUrl: "", location: "" },
];

/** The events have no dates, which only the date filter reads. */
function events(count: number): Event[] {
  return Array.from({ length: count }, (_, index) => {
    const club = clubs[index % 2];
    return {
      id: index + 1,
      name: `Evening ${index + 1}`,
      location: "Bangkok",
      clubId: club?.id,
      club,
      cancelledAt: null,
    } as Event;
  });
}

const noFilters = { search: "", clubId: null, when: null, page: 1 };
/** A Thursday, 23:30 in Berlin. */
const now = new Date("2030-05-16T21:30:00Z");

describe("Home", () => {
  test("Home shows six events on a page", () => {
    const page = upcomingPage(events(14), noFilters, now);
    expect(page.events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([page.totalItems, page.totalPages]).toEqual([14, 3]);
    expect(upcomingPage(events(14), { ...noFilters, page: 3 }, now).events.map(({ id }) => id)).toEqual([
      13, 14,
    ]);
  });

  test("Home shows a cancelled event, and does not count it as coming up", () => {
    const [first, ...others] = events(3);
    const page = upcomingPage(
      [{ ...first!, cancelledAt: "2030-06-01T12:00:00Z" }, ...others],
      noFilters,
      now,
    );
    expect([page.events.length, page.totalItems, page.comingUp]).toEqual([3, 3, 2]);
  });

  test("Home shows the last page instead of a later one, and one page without events", () => {
    expect(upcomingPage(events(7), { ...noFilters, page: 99 }, now).page).toBe(2);
    expect(upcomingPage([], noFilters, now)).toMatchObject({ events: [], page: 1, totalPages: 1 });
  });

  test("Home can show one club's events, and its filter still lists the other clubs", () => {
    const page = upcomingPage(events(4), { ...noFilters, clubId: 2 }, now);
    expect(page.events.map(({ id }) => id)).toEqual([2, 4]);
    expect(page.clubs.map(({ name }) => name)).toEqual(["Café Öst", "Riverside Jazz Club"]);
  });

  test.each([
    ["evening 2", [2]],
    ["JAZZ bangkok", [1, 3]],
    ["cafe ost", [2, 4]],
    ["nowhere", []],
  ])("the search finds names, places and clubs: %s", (search, found) => {
    expect(upcomingPage(events(4), { ...noFilters, search }, now).events.map(({ id }) => id)).toEqual(found);
  });
});

describe("the date filter", () => {
  const at = (name: string, startDatetime: string, endDatetime: string | null = null) =>
    ({ ...events(1)[0], name, startDatetime, endDatetime, timeZone: "Europe/Berlin" }) as Event;
  const all = [
    at("festival since Monday", "2030-05-13T08:00:00Z", "2030-05-18T20:00:00Z"),
    at("Thursday at 23:45", "2030-05-16T21:45:00Z"),
    at("Friday at 0:15", "2030-05-16T22:15:00Z"),
    at("Saturday", "2030-05-18T18:00:00Z"),
    at("Sunday until midnight", "2030-05-19T18:00:00Z", "2030-05-19T22:00:00Z"),
    at("Monday", "2030-05-20T18:00:00Z"),
    at("Wednesday", "2030-05-22T18:00:00Z"),
    at("next Thursday", "2030-05-23T18:00:00Z"),
    at("in 29 days", "2030-06-14T18:00:00Z"),
    at("in 30 days", "2030-06-15T18:00:00Z"),
  ];
  const found = (when: DateFilter, moment = now) => {
    const pages = [1, 2].map((page) => upcomingPage(all, { ...noFilters, when, page }, moment));
    return [...new Set(pages.flatMap((page) => page.events.map(({ name }) => name)))];
  };

  test("today is the day of the event's own time zone, and includes an event that has begun", () => {
    expect(found("today")).toEqual(["festival since Monday", "Thursday at 23:45"]);
  });

  test("the weekend is the coming Saturday and Sunday, and on a Sunday that day only", () => {
    expect(found("weekend")).toEqual(["festival since Monday", "Saturday", "Sunday until midnight"]);
    expect(found("weekend", new Date("2030-05-18T06:00:00Z"))).toEqual([
      "festival since Monday",
      "Saturday",
      "Sunday until midnight",
    ]);
    expect(found("weekend", new Date("2030-05-19T06:00:00Z"))).toEqual(["Sunday until midnight"]);
    expect(found("weekend", new Date("2030-05-20T06:00:00Z"))).toEqual([]);
  });

  test("the next seven or thirty days begin with today", () => {
    expect(found("7days")).toEqual(all.slice(0, 7).map(({ name }) => name));
    expect(found("30days")).toEqual(all.slice(0, 9).map(({ name }) => name));
  });

  test("an event on Friday in Bangkok is today, while it is still Thursday in Berlin", () => {
    const bangkok = { ...at("Friday in Bangkok", "2030-05-17T12:00:00Z"), timeZone: "Asia/Bangkok" };
    const page = upcomingPage([bangkok], { ...noFilters, when: "today" }, now);
    expect(page.events.map(({ name }) => name)).toEqual(["Friday in Bangkok"]);
  });
});

test.each([
  ["search=%20jazz%20&clubId=2&page=3", { search: "jazz", clubId: 2, when: null, page: 3 }],
  ["when=weekend", { ...noFilters, when: "weekend" as const }],
  ["when=yesterday", noFilters],
  ["", noFilters],
  ["clubId=x&page=-1", noFilters],
  ["clubId=1.5&page=1e999", noFilters],
])("the filters in the address %s are read", (query, wanted) => {
  expect(upcomingQuery(new URLSearchParams(query))).toEqual(wanted);
});
