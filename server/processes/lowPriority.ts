/** Gives child processes a lower priority than the server, which answers buyers. */
import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** A middle step of nice(1): the shop has priority, but on a machine that is always busy the work still ends. */
const priority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of a child that was just started. Linux has a priority for each thread, and a new thread inherits
 * it. On a busy machine Node may have started threads before this runs, so they are lowered one by one.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  setPriority(pid, priority);
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority);
    } catch {
      // The thread has ended.
    }
  }
}

/** The ids of a process's threads; none where the system has no such list. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
