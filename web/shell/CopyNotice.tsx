import { createContext, useContext, useState } from "react";
import { useLocation } from "react-router";

/** The age in minutes of the copy that the server sent; null if it sent no copy. */
export const CopyContext = createContext<number | null>(null);

export function CopyNotice() {
  const minutes = useContext(CopyContext);
  const { key, pathname, search } = useLocation();
  const [firstKey] = useState(key);
  const [hasLeft, setHasLeft] = useState(false);
  // Later pages are not the copy, and neither is this one when the visitor comes back.
  if (key !== firstKey && !hasLeft) setHasLeft(true);
  if (minutes === null || hasLeft) return null;
  return (
    <aside className="copyNotice" aria-label="This page is a copy">
      <div className="container">
        You see this page as it was {agoText(minutes)}. Nothing can be bought at the moment.{" "}
        <a className="touchLink" href={pathname + search}>
          Load it again
        </a>
      </div>
    </aside>
  );
}

function agoText(minutes: number): string {
  if (minutes < 1) return "a moment ago";
  return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
}
