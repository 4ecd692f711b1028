/** Is a rule missed? The first history, with the rule switched off, that shows the fault which is the rule's own. */
import type { Cluster } from "./database.ts";
import { openStage } from "./play.ts";
import type { Control } from "./rules.ts";

/** What a control came to. */
export interface Found {
  /** The seed that shows the fault; null where none of those does. */
  seed: number | null;
  /** The fault in a sentence. */
  fault: string;
  /** Seeds whose histories ended wrong in another way. */
  others: number[];
}

/** The first of some seeds that finds the fault. */
export async function seedThatFinds(
  cluster: Cluster,
  control: Control,
  { from, seeds }: { from: number; seeds: number },
): Promise<Found> {
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
