/** The pages of an event that also have a short address, which means the last opened event (docs/wire.md §5). Pure. */
import type { EventPageName } from "../../paths.ts";

/** The page of an event by its short address. Two short addresses are former names of their page. */
const pagesWithoutEvent: ReadonlyMap<string, EventPageName> = new Map([
  ["checkin", "checkin"],
  ["config", "config"],
  ["edit", "edit"],
  ["extras", "extras"],
  ["form-builder", "questions"],
  ["landing-config", "page-texts"],
  ["sponsorship-packages", "sponsorship-packages"],
  ["sponsorships", "sponsorships"],
  ["statistics", "statistics"],
  ["tickets", "tickets"],
]);

/** The event page for a path such as /tickets; null for other paths. */
export function eventPageOfPath(pathname: string): EventPageName | null {
  return pagesWithoutEvent.get(pathname.replace(/^\/|\/$/g, "").toLowerCase()) ?? null;
}
