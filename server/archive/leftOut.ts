/** Counts what an import leaves out, by description, in the order of first adding. */
export function openCounts() {
  const counts = new Map<string, number>();
  return {
    add(text: string, count = 1): void {
      if (count > 0) counts.set(text, (counts.get(text) ?? 0) + count);
    },
    all: (): LeftOut[] => [...counts].map(([text, count]) => ({ text, count })),
  };
}

export type LeftOutCounts = ReturnType<typeof openCounts>;

export interface LeftOut {
  text: string;
  count: number;
}
