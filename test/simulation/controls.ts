import type { Cluster } from "./database.ts";
import { openStage } from "./play.ts";
import type { Control } from "./rules.ts";

export interface ControlResult {
  /** Null if no seed shows the fault. */
  seed: number | null;
  /** The fault in a sentence, or empty. */
  fault: string;
  /** Seeds that showed only other faults. */
  others: number[];
}

/** Finds the first seed whose history shows the control's fault. */
export async function seedThatFinds(
  cluster: Cluster,
  control: Control,
  { from, seeds }: { from: number; seeds: number },
): Promise<ControlResult> {
  const stage = await openStage(cluster, control);
  const others: number[] = [];
  try {
    for (let seed = from; seed < from + seeds; seed++) {
      const { wrong } = await stage.play(seed);
      const fault = wrong.find((what) => control.shows.test(what));
      if (fault !== undefined) return { seed, fault, others };
      if (wrong.length > 0) others.push(seed);
    }
    return { seed: null, fault: "", others };
  } finally {
    await stage.close();
  }
}
