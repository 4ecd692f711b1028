/** The files of a page in Vite's manifest, from which the server takes its scripts and stylesheets. */
import type { EventPage } from "./event/eventPage.ts";
import type { PageFile } from "./pages/page.ts";
import type { PageHandle, PageName } from "./paths.ts";
import { visitorPages } from "./routes.tsx";
import { eventFrame, staffPages } from "./staffPages.ts";

/** The browser loads this file before those of staff pages (routes.tsx). */
const staffTable = "web/staffPages.ts";

const pageFiles: Record<PageName, PageFile> = { ...visitorPages, ...staffPages };

/** The files of a page; a file comes before those that it loads. `loaderData` is undefined if the server has none. */
export function filesOf({ name, layout }: PageHandle, loaderData?: unknown): string[] {
  return [
    ...(name in staffPages ? [staffTable] : []),
    ...(layout === "event" ? [eventFrame.file] : []),
    pageFiles[name].file,
    ...(name === "event-landing-slug" && loaderData ? partsOf(loaderData as EventPage) : []),
  ];
}

/** The files that the event page loads only for some events (loadParts in Event.tsx). */
function partsOf({ express, onlyTicket }: EventPage): string[] {
  return [
    ...(onlyTicket !== null ? ["web/pages/public/event/BuyHere.tsx"] : []),
    ...(express !== null ? ["web/pages/public/event/RegisterHere.tsx"] : []),
  ];
}
