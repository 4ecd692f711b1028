import { describe, expect, test } from "vitest";
import type { Event } from "../../../../contract/shapes/event.ts";
import { upcomingPage, upcomingQuery } from "./upcoming.ts";

const clubs = [
  { id: 1, name: "Riverside Jazz Club", logoUrl: "", location: "" },
  { id: 2, name: "Café Öst", logoUrl: "", location: "" },
];

/** Events with only the fields that the rule reads. */
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

const noFilters = { search: "", clubId: null, page: 1 };

describe("Home", () => {
  test("Home shows six events on a page", () => {
    const page = upcomingPage(events(14), noFilters);
    expect(page.events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([page.totalItems, page.totalPages]).toEqual([14, 3]);
    expect(upcomingPage(events(14), { ...noFilters, page: 3 }).events.map(({ id }) => id)).toEqual([13, 14]);
  });

  test("Home counts a cancelled event among its cards, and not among those that come", () => {
    const [first, ...others] = events(3);
    const page = upcomingPage([{ ...first!, cancelledAt: "2030-06-01T12:00:00Z" }, ...others], noFilters);
    expect([page.events.length, page.totalItems, page.comingUp]).toEqual([3, 3, 2]);
  });

  test("Home shows the last page instead of a later one, and one page without events", () => {
    expect(upcomingPage(events(7), { ...noFilters, page: 99 }).page).toBe(2);
    expect(upcomingPage([], noFilters)).toMatchObject({ events: [], page: 1, totalPages: 1 });
  });

  test("Home shows one club's events, and still offers the other clubs", () => {
    const page = upcomingPage(events(4), { ...noFilters, clubId: 2 });
    expect(page.events.map(({ id }) => id)).toEqual([2, 4]);
    expect(page.clubs.map(({ name }) => name)).toEqual(["Café Öst", "Riverside Jazz Club"]);
  });

  test.each([
    ["evening 2", [2]],
    ["JAZZ bangkok", [1, 3]],
    ["cafe ost", [2, 4]],
    ["nowhere", []],
  ])("the search finds names, places and clubs: %s", (search, found) => {
    expect(upcomingPage(events(4), { ...noFilters, search }).events.map(({ id }) => id)).toEqual(found);
  });
});

test.each([
  ["search=%20jazz%20&clubId=2&page=3", { search: "jazz", clubId: 2, page: 3 }],
  ["", noFilters],
  ["clubId=x&page=-1", noFilters],
  ["clubId=1.5&page=1e999", noFilters],
])("the address %s is read", (query, wanted) => {
  expect(upcomingQuery(new URLSearchParams(query))).toEqual(wanted);
});
