import { expect, test } from "vitest";
import { pages } from "../paths.ts";
import { pageFiles } from "../routes.tsx";
import { eventPages } from "./eventPages.ts";

test("the navigation of an event has each page of it once, and none that is not there", () => {
  const named = eventPages.flatMap(({ page, beside = [] }) => [...(page === null ? [] : [page]), ...beside]);
  const inTable = Object.entries(pages).flatMap(([name, { path }]) =>
    name in pageFiles ? (/^\/event\/:eventId\/([a-z-]+)$/.exec(path)?.[1] ?? []) : [],
  );
  // The codes are reached from the attendees.
  expect([...named, "qr"].sort()).toEqual([...inTable].sort());
});
