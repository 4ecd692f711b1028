/**
 * The message of a page that needs scripts, shown by CSS if it has not started after 8 seconds, with a link that
 * reloads. It needs no script, so it is shown whatever the reason is.
 */

import { supportedBrowsersText } from "../lib/browserFloor.ts";
import { useHydrated } from "../lib/hydrated.ts";

export function NotStarted() {
  return (
    <div className="notStarted" role="status">
      <p>
        <strong>This page has not started.</strong> Check your connection and load it again. If that does not
        help, try another browser: {supportedBrowsersText}.
      </p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own. */}
      <a className="button" href="">
        Reload
      </a>
    </div>
  );
}

/** The same on a server-rendered page, until it is hydrated. */
export function NotStartedUntilHydrated() {
  return useHydrated() ? null : <NotStarted />;
}
