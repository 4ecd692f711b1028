/** Counts what an import leaves out: one number for each description, such as "vouchers that are used up". Pure. */

/** Counts things by description. Descriptions stay in the order in which each was added first. */
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
