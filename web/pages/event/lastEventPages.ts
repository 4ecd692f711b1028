/** The admin pages without an event in their address (docs/wire.md §5). Pure. */
import type { EventPageName } from "../../paths.ts";

const pagesWithoutEvent: ReadonlySet<string> = new Set<EventPageName>([
  "checkin",
  "config",
  "edit",
  "extras",
  "form-builder",
  "landing-config",
  "sponsorship-packages",
  "sponsorships",
  "statistics",
  "tickets",
]);

/** The event page for a bare path such as /tickets; null for other paths. */
export function eventPageOfPath(pathname: string): EventPageName | null {
  const name = pathname.replace(/^\/|\/$/g, "").toLowerCase();
  return isPageWithoutEvent(name) ? name : null;
}

function isPageWithoutEvent(name: string): name is EventPageName {
  return pagesWithoutEvent.has(name);
}
