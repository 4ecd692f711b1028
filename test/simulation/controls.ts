/** Finds the first history that shows a rule's own fault while that rule is switched off. */
import type { Cluster } from "./database.ts";
import { openStage } from "./play.ts";
import type { Control } from "./rules.ts";

/** The result of a control. */
export interface ControlResult {
  /** The seed that shows the fault; null if none does. */
  seed: number | null;
  /** The fault in a sentence. */
  fault: string;
  /** Seeds whose histories showed other faults. */
  others: number[];
}

/** Finds the first of some seeds that shows the fault. */
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
