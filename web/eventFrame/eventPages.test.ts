import { expect, test } from "vitest";
import { pages } from "../paths.ts";
import { entryAt, eventGroups, eventPageAddress } from "./eventPages.ts";

const entries = eventGroups.flatMap((group) => group.entries);

test("an event's navigation lists each page with the layout event once, except that of one order, and no other page", () => {
  const listedPages = entries.map((entry) => eventPageAddress(entry, 1));
  const inTable = Object.values(pages).flatMap(({ path, layout }) =>
    layout === "event" ? [path.replace(":eventId", "1")] : [],
  );
  // An order is opened from the list of orders.
  expect([...listedPages, "/event/1/orders/:orderId"].sort()).toEqual(inTable.sort());
});

test("no two groups and no two entries have the same label", () => {
  const groups = eventGroups.flatMap(({ label }) => (label === null ? [] : [label]));
  expect(new Set(groups).size).toBe(groups.length);
  expect(new Set(entries.map(({ label }) => label)).size).toBe(entries.length);
});

test.each([
  ["/event/7", "Overview"],
  ["/event/7/", "Overview"],
  ["/event/7/waiting-list", "Waiting list"],
  ["/event/7/orders", "Orders"],
  ["/event/7/orders/12", "Orders"],
  ["/event/7/final-accounts", "Final accounts"],
  ["/event/7/qr", "Codes and badges"],
  ["/event/7/no-such-page", undefined],
])("the address %s belongs to %s", (pathname, label) => {
  expect(entryAt(pathname)?.label).toBe(label);
});

test("the counts of waiting work have texts in the singular and in the plural", () => {
  const texts = entries.flatMap(({ waits }) =>
    waits ? [waits.words("1", true), waits.words("3", false)] : [],
  );
  expect(texts).toEqual([
    "1 waiting",
    "3 waiting",
    "1 needs attention",
    "3 need attention",
    "1 conflict",
    "3 conflicts",
  ]);
});
