/** CSS shows this if web/start.ts has found that the browser is too old. */
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
