/** Says that a page is shown as it was, because the house cannot reach its records right now. */
import { createContext, useContext, useState } from "react";
import { useLocation } from "react-router";

/** How many minutes old the page is that the server has sent, where it is a copy; else null. */
export const CopyContext = createContext<number | null>(null);

export function CopyNotice() {
  const minutes = useContext(CopyContext);
  const { key, pathname, search } = useLocation();
  const [firstKey] = useState(key);
  const [hasLeft, setHasLeft] = useState(false);
  // Where the visitor goes on from here is asked for anew, and so is this page when they come back.
  if (key !== firstKey && !hasLeft) setHasLeft(true);
  if (minutes === null || hasLeft) return null;
  return (
    <aside className="copyNotice" aria-label="This page is a copy">
      <div className="container">
        You see this page as it was {ago(minutes)}. Nothing can be bought for the moment.{" "}
        <a className="lone" href={pathname + search}>
          Load it again
        </a>
      </div>
    </aside>
  );
}

function ago(minutes: number): string {
  if (minutes < 1) return "a moment ago";
  return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
}
