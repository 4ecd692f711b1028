/** CSS shows this message after a while (shell.css), because the scripts may be missing. */

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

export function NotStartedUntilHydrated() {
  return useHydrated() ? null : <NotStarted />;
}
