/** The files of a page in Vite's manifest, from which the server takes its scripts and stylesheets. */
import type { PageFile } from "./pages/page.ts";
import type { PageHandle, PageName } from "./paths.ts";
import { visitorPages } from "./routes.tsx";
import { eventFrame, staffPages } from "./staffPages.ts";

/** The browser loads this file before those of staff pages (routes.tsx). */
const staffTable = "web/staffPages.ts";

const pageFiles: Record<PageName, PageFile> = { ...visitorPages, ...staffPages };

/** Each file of a page after those that lead to it. */
export function filesOf({ name, layout }: PageHandle): string[] {
  return [
    ...(name in staffPages ? [staffTable] : []),
    ...(layout === "event" ? [eventFrame.file] : []),
    pageFiles[name].file,
  ];
}
