// Without TLS, joins statements that pg sends in one turn of the event loop into one write: each write costs a system
// call and a wake-up of PostgreSQL. pg corks only for statements that it prepares, so others are joined only if they
// follow such a one.
import { Socket } from "node:net";

/** For the option `stream` of pg. */
export class TurnSocket extends Socket {
  #isCorked = false;

  override cork(): void {
    super.cork();
    if (this.#isCorked) return;
    this.#isCorked = true;
    // One cork more than pg removes: the data waits for the end of the turn.
    super.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.uncork();
    });
  }
}
