// Data written in one turn of the event loop is sent to the database in one piece.
// pg writes each statement separately, which costs a system call and a wake-up of PostgreSQL for each of the
// statements that `pipelined` sends.
import { Socket } from "node:net";

/** A socket for a connection to the database (the option `stream` of pg). */
export class TurnSocket extends Socket {
  #isCorked = false;

  override cork(): void {
    super.cork();
    if (this.#isCorked) return;
    this.#isCorked = true;
    // One cork more than pg removes, so that the data waits for the end of the turn.
    super.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.uncork();
    });
  }
}
