/** Gives child processes a low priority: requests of buyers go first. */
import type { ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";

/** A middle step of nice(1): the shop has priority, but on a machine that is always busy the work still ends. */
const priority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of a child that was just started. Linux has a priority for each thread, and a new thread inherits
 * it: called later, or by the child itself, the threads that Node starts first would keep the priority of the shop.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, priority);
}
