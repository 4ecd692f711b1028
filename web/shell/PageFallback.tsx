/** Stands in for a page that only the browser can render. */
import { useEffect } from "react";
import { usePageHandle } from "../layouts/pageHandle.ts";
import { announced } from "../stores/announced.ts";
import { NotStarted } from "../ui/NotStarted.tsx";
import { PageTitle } from "./PageTitle.tsx";

export function PageFallback() {
  useEffect(() => {
    announced.set("Loading");
    return () => announced.set(document.title);
  }, []);
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
        <p className="container loading">Loading…</p>
        <NotStarted />
      </div>
    </>
  );
}
