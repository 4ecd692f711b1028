/**
 * Runs workloads in turn, round after round, so that a noisy machine is as unkind to one as to the other. Only what was
 * measured in one run is ever compared.
 */
import type { Measured } from "./load/figures.ts";

/** A workload: a slice of so many seconds of it. */
export type Slice = (seconds: number) => Promise<Measured>;

/** Gives each workload `seconds` in all, in `rounds` slices, after one that is not counted: what runs is compiled in it. */
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
