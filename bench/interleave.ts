/**
 * Runs workloads in turn, round after round, so that a noisy machine affects all of them alike. Only measurements of
 * the same run are compared.
 */
import type { Measured } from "./load/figures.ts";

/** Runs a workload for some seconds. */
export type Slice = (seconds: number) => Promise<Measured>;

/** Runs each workload for `seconds` in total, in `rounds` slices, after a slice that only warms up the code. */
export async function interleave<Name extends string>(
  workloads: Record<Name, Slice>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(workloads) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<
    Name,
    Measured[]
  >;
  for (const name of names) await workloads[name](seconds / rounds);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await workloads[name](seconds / rounds));
  }
  return results;
}
