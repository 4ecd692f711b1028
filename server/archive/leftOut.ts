/** Counts what an import leaves out, by its reason. Pure. */

/** Counts things by their descriptions, in the order in which each first appears. */
export function openCounts() {
  const counts = new Map<string, number>();
  return {
    add(text: string, count = 1): void {
      if (count > 0) counts.set(text, (counts.get(text) ?? 0) + count);
    },
    all: (): LeftOut[] => [...counts].map(([text, count]) => ({ text, count })),
  };
}

/** The counts of things that are left out. */
export type LeftOutCounts = ReturnType<typeof openCounts>;

/** A description of things that are left out, and their number. */
export interface LeftOut {
  text: string;
  count: number;
}
