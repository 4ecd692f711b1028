import { expect, test } from "vitest";
import { filesOf } from "./filesOf.ts";
import { type PageName, pages } from "./paths.ts";

const handle = (name: PageName) => ({ ...pages[name], name });

test("a staff page lists the table of staff pages before its own file, an event's page also the event's frame", () => {
  expect(filesOf(handle("eventOrders"))).toEqual([
    "web/staffPages.ts",
    "web/eventFrame/EventFrame.tsx",
    "web/pages/orders/Orders.tsx",
  ]);
  expect(filesOf(handle("signin"))).toEqual(["web/staffPages.ts", "web/pages/auth/Signin.tsx"]);
});

test("a page outside the table of staff pages does not list that table", () => {
  expect(filesOf(handle("tickets"))).toEqual(["web/pages/public/Tickets.tsx"]);
  expect(filesOf(handle("event-landing-slug"))).toEqual(["web/pages/public/Event.tsx"]);
});
