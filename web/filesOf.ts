import type { EventPage } from "./event/eventPage.ts";
import type { PageFile } from "./pages/page.ts";
import type { PageHandle, PageName } from "./paths.ts";
import { visitorPages } from "./routes.tsx";
import { eventFrame, staffPages } from "./staffPages.ts";

/** The browser loads it before the files of staff pages (routes.tsx). */
const staffTable = "web/staffPages.ts";

const pageFiles: Record<PageName, PageFile> = { ...visitorPages, ...staffPages };

/** A page's files in Vite's manifest; a file comes before those that it loads. */
export function filesOf({ name, layout }: PageHandle, loaderData?: unknown): string[] {
  return [
    ...(name in staffPages ? [staffTable] : []),
    ...(layout === "event" ? [eventFrame.file] : []),
    pageFiles[name].file,
    ...(name === "event-landing-slug" && loaderData ? partsOf(loaderData as EventPage) : []),
  ];
}

/** The files that loadParts in Event.tsx loads for this event. */
function partsOf({ express, onlyTicket }: EventPage): string[] {
  return [
    ...(onlyTicket !== null ? ["web/pages/public/event/BuyHere.tsx"] : []),
    ...(express !== null ? ["web/pages/public/event/RegisterHere.tsx"] : []),
  ];
}
