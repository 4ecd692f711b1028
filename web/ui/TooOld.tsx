/** Says which browsers work. web/start.ts finds out that a browser is too old, and CSS shows this. */
import { supportedBrowsersText } from "../lib/browserFloor.ts";

export function OldBrowserNotice() {
  return (
    <aside className="tooOld" aria-label="Your browser">
      <div className="container">
        This browser is too old, and this page may not work in it. Please use {supportedBrowsersText}.
      </div>
    </aside>
  );
}
