/** Which browsers work, for a reader whose browser is too old: web/start.ts finds that out, and a style shows this. */
import { worksIn } from "../lib/browserFloor.ts";

export function TooOld() {
  return (
    <aside className="tooOld" aria-label="Your browser">
      <div className="container">
        This browser is too old, and this page may not work in it. Please use {worksIn}.
      </div>
    </aside>
  );
}
