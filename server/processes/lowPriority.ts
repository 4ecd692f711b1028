import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** A middle step of nice(1), so that the work still ends on a machine that is always busy. */
const priority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of a new child. Linux has one for each thread, so threads that Node has already started are
 * lowered one by one.
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

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
