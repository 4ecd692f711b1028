import type { MeasuredLoad } from "./load/figures.ts";

export type Slice = (seconds: number) => Promise<MeasuredLoad>;

/**
 * Runs the workloads in turn, so that other load on the machine affects all of them alike. The first slice of each only
 * warms up the code.
 */
export async function interleave<Name extends string>(
  workloads: Record<Name, Slice>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Record<Name, MeasuredLoad[]>> {
  const names = Object.keys(workloads) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as MeasuredLoad[]])) as Record<
    Name,
    MeasuredLoad[]
  >;
  for (const name of names) await workloads[name](seconds / rounds);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await workloads[name](seconds / rounds));
  }
  return results;
}
