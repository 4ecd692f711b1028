/** Pages of an event that also have a short address, without the event (docs/wire.md §5). */
import type { EventPageName } from "../../paths.ts";

/** Two short addresses are former names of their page. */
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

export function eventPageOfPath(pathname: string): EventPageName | null {
  return pagesWithoutEvent.get(pathname.replace(/^\/|\/$/g, "").toLowerCase()) ?? null;
}
