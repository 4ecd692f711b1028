import type { CpuTimes } from "../cpu.ts";
import type { LoadResult } from "./plan.ts";

/** `cpu` is null if the times are unknown. */
export type MeasuredLoad = LoadResult & { cpu: CpuTimes | null; wallMs: number };

export interface Figures {
  perSecond: number;
  /** The rate of each slice. */
  rounds: number[];
  p50Ms: number;
  p99Ms: number;
  /** CPU time for one acknowledged reply, in microseconds; null if the system does not report it. */
  serverUs: number | null;
  databaseUs: number | null;
  /** How many cores other programs used at the same time. */
  othersCores: number | null;
  served: number;
  /** Unwanted outcomes, by status. */
  refused: Record<string, number>;
}

export function figuresOf(results: readonly MeasuredLoad[]): Figures {
  const sum = (fieldOf: (result: MeasuredLoad) => number) =>
    results.reduce((sumSoFar, result) => sumSoFar + fieldOf(result), 0);
  const served = sum((result) => result.served);
  const acknowledged = sum((result) => result.acknowledged);
  const latencies = sumByKey(results.map((result) => result.latencies)).sort(([a], [b]) => a - b);
  const refused = sumByKey(results.map((result) => Object.entries(result.refused)));
  const microsecondsPerReply = (part: "server" | "database") =>
    results.some(({ cpu }) => cpu === null) ? null : (sum(({ cpu }) => cpu![part]) * 1000) / acknowledged;
  const otherCores = results.flatMap(({ cpu, wallMs }) =>
    cpu === null ? [] : [(cpu.machine - cpu.server - cpu.database - cpu.generator) / wallMs],
  );
  return {
    perSecond: served / sum(({ seconds }) => seconds),
    rounds: results.map((result) => result.served / result.seconds),
    p50Ms: percentile(latencies, served, 0.5),
    p99Ms: percentile(latencies, served, 0.99),
    serverUs: microsecondsPerReply("server"),
    databaseUs: microsecondsPerReply("database"),
    othersCores: otherCores.length === 0 ? null : median(otherCores),
    served,
    refused: Object.fromEntries(refused),
  };
}

/** Gives the median of the ratios of two workloads in each round. */
export function ratioOf(one: Figures, other: Figures): number {
  return median(one.rounds.map((rate, round) => rate / other.rounds[round]!));
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function sumByKey<K>(lists: readonly (readonly (readonly [K, number])[])[]): [K, number][] {
  const sums = new Map<K, number>();
  for (const [key, count] of lists.flat()) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}

function percentile(
  sorted: readonly (readonly [tenths: number, count: number])[],
  total: number,
  share: number,
): number {
  let remaining = total * share;
  for (const [tenths, count] of sorted) {
    remaining -= count;
    if (remaining <= 0) return tenths / 10;
  }
  return (sorted.at(-1)?.[0] ?? 0) / 10;
}
