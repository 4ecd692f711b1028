/** Stands in for a page that only the browser can show, until it does: mostly not long, so no spinner. */

import { usePageHandle } from "../layouts/pageHandle.ts";
import { NotStarted } from "../ui/NotStarted.tsx";
import { PageTitle } from "./PageTitle.tsx";

export function PageFallback() {
  return (
    <>
      <PageTitle title={usePageHandle()?.title ?? null} />
      <noscript>
        <p className="container notice">
          This page needs JavaScript. Please switch it on and load the page again.
        </p>
      </noscript>
      {/* As high as a screen, so that the footer is not pushed out of it by the page that comes. */}
      <div className="awaited">
        <NotStarted />
      </div>
    </>
  );
}
