// What is written in one turn of the loop goes to the database in one piece.
// pg writes each statement for itself: a system call, and PostgreSQL woken up, for each of those that `pipelined` sends
// behind one another.
import { Socket } from "node:net";

/** A socket for a connection to the database (the option `stream` of pg). */
export class TurnSocket extends Socket {
  #isCorked = false;

  override cork(): void {
    super.cork();
    if (this.#isCorked) return;
    this.#isCorked = true;
    super.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.uncork();
    });
  }
}
