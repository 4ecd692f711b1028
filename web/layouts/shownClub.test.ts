import { expect, test } from "vitest";
import { sampleEvent } from "../event/sample.ts";
import type { ClubPage } from "../pages/public/club/load.ts";
import { shownClub } from "./shownClub.ts";

const event = sampleEvent();

test.each([
  { event },
  { kind: "bought", bought: { event, order: null } },
  { kind: "offer", offer: { event } },
])("the club of a page's event is found in %j", (loaderData) =>
  expect(shownClub(loaderData)).toEqual(event.club),
);

test("the club of a club's page is found", () => {
  const page: Pick<ClubPage, "club"> = { club: event.club };
  expect(shownClub(page)).toEqual(event.club);
});

test.each([undefined, null, {}, { event: null }, { club: null }, { items: [event] }, [event], "event"])(
  "no club is found in the page data %j",
  (loaderData) => expect(shownClub(loaderData)).toBeNull(),
);
