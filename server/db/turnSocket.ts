// Joins statements that pg sends in one turn of the event loop into one write. Without this, each of the statements
// that `pipelined` sends costs a system call and a wake-up of PostgreSQL.
// pg corks the socket only for statements that it prepares. Others are joined only if they follow such a one.
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
