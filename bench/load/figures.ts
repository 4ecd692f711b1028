/** Figures from results: what several slices of one workload told together. Pure. */
import type { CpuTimes } from "../cpu.ts";
import type { LoadResult } from "./plan.ts";

/** A result with the time on a core used meanwhile, in milliseconds; null where unknown. */
export type Measured = LoadResult & { cpu: CpuTimes | null; wallMs: number };

/** What a workload did. Rates a second, times in milliseconds. */
export interface Figures {
  perSecond: number;
  /** The rate of each slice. */
  rounds: number[];
  p50Ms: number;
  p99Ms: number;
  /** Time on a core for one reply, in microseconds; null where the system does not say. */
  serverUs: number | null;
  databaseUs: number | null;
  /** How many cores programs that are none of ours kept busy meanwhile. */
  othersCores: number | null;
  served: number;
  /** Outcomes that were not wanted, by status. */
  refused: Record<string, number>;
}

/** The figures of some slices of one workload. */
export function figuresOf(results: readonly Measured[]): Figures {
  const sum = (of: (result: Measured) => number) => results.reduce((all, result) => all + of(result), 0);
  const served = sum((result) => result.served);
  const acknowledged = sum((result) => result.acknowledged);
  const latencies = added(results.map((result) => result.latencies)).sort(([a], [b]) => a - b);
  const refused = added(results.map((result) => Object.entries(result.refused)));
  const usEach = (of: "server" | "database") =>
    results.some(({ cpu }) => cpu === null) ? null : (sum(({ cpu }) => cpu![of]) * 1000) / acknowledged;
  const others = results.flatMap(({ cpu, wallMs }) =>
    cpu === null ? [] : [(cpu.machine - cpu.server - cpu.database - cpu.generator) / wallMs],
  );
  return {
    perSecond: served / sum(({ seconds }) => seconds),
    rounds: results.map((result) => result.served / result.seconds),
    p50Ms: percentile(latencies, served, 0.5),
    p99Ms: percentile(latencies, served, 0.99),
    serverUs: usEach("server"),
    databaseUs: usEach("database"),
    othersCores: others.length === 0 ? null : median(others),
    served,
    refused: Object.fromEntries(refused),
  };
}

/** The middle one of the ratios of two workloads in each round. */
export function ratioOf(one: Figures, other: Figures): number {
  return median(one.rounds.map((rate, round) => rate / other.rounds[round]!));
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function added<K>(lists: readonly (readonly (readonly [K, number])[])[]): [K, number][] {
  const sums = new Map<K, number>();
  for (const [key, count] of lists.flat()) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}

function percentile(
  sorted: readonly (readonly [tenths: number, count: number])[],
  total: number,
  share: number,
): number {
  let left = total * share;
  for (const [tenths, count] of sorted) {
    left -= count;
    if (left <= 0) return tenths / 10;
  }
  return (sorted.at(-1)?.[0] ?? 0) / 10;
}
