/**
 * What a page that works in the browser alone says when it is not there after 8 seconds. A style shows it and a link
 * loads the page again: for whatever reason the page has not come, no script is needed to say so.
 */

import { worksIn } from "../lib/browserFloor.ts";
import { useHydrated } from "../lib/hydrated.ts";

export function NotStarted() {
  return (
    <div className="notStarted" role="status">
      <p>
        <strong>This page has not started.</strong> Check your connection and load it again. If that does not
        help, try another browser: {worksIn}.
      </p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself. */}
      <a className="button" href="">
        Reload
      </a>
    </div>
  );
}

/** The same on a page that the server has rendered, until the browser has taken it over. */
export function NotStartedYet() {
  return useHydrated() ? null : <NotStarted />;
}
