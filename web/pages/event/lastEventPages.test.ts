import { expect, test } from "vitest";
import { pages } from "../../paths.ts";
import { eventPageOfPath } from "./lastEventPages.ts";

test("each short address of an admin page, such as /tickets, matches a page of an event", () => {
  const pagesWithoutEvent = Object.values(pages).filter(
    ({ path }) => /^\/[a-z-]+$/.test(path) && isAdminPage(path),
  );
  expect(pagesWithoutEvent).toHaveLength(10);
  for (const { path } of pagesWithoutEvent) {
    const page = eventPageOfPath(path);
    expect(Object.values(pages).some((one) => one.path === `/event/:eventId/${page}`)).toBe(true);
  }
  expect(["/form-builder", "/landing-config"].map(eventPageOfPath)).toEqual(["questions", "page-texts"]);
  expect(["/", "/event/3/tickets", "/nothing"].map(eventPageOfPath)).toEqual([null, null, null]);
});

function isAdminPage(path: string): boolean {
  return Object.values(pages).some((page) => page.path === path && "requiresAdmin" in page);
}
