/**
 * The placeholder of a page that only the browser can render. It is usually shown for a short time, so it has
 * no spinner.
 */

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
      {/* As high as a screen, so that the footer does not jump when the page appears. */}
      <div className="awaited">
        <NotStarted />
      </div>
    </>
  );
}
