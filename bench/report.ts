import type { Figures, MeasuredLoad } from "./load/figures.ts";
import type { LoadPlan, LoadResult } from "./load/plan.ts";
import type { Target } from "./processes.ts";

export interface Bench {
  clusterUrl: string;
  /** A folder that is deleted after the run. */
  dataDir: string;
  connections: number;
  /** The time of a workload. Some cases compute a shorter time or a number of requests from it. */
  seconds: number;
  rounds: number;
  /** The rows in the lists of the case `lists`, of all events together. */
  rows: number;
  load(target: Target, plan: Omit<LoadPlan, "port">): Promise<MeasuredLoad>;
  /** Measures a case's own work, done by this process or by the one with `generatorPid`. */
  metered(target: Target, work: () => Promise<LoadResult>, generatorPid?: number): Promise<MeasuredLoad>;
  /** The folder for CPU profiles; without it nothing is profiled. */
  profileDir?: string;
}

export interface Goal {
  name: string;
  is: number;
  atLeast?: number;
  atMost?: number;
  /** The bound of a time or a rate is meant for the reference machine (speed.ts). */
  measures?: "time" | "rate";
}

export interface Report {
  title: string;
  figures: Record<string, Figures>;
  goals: Goal[];
  problems: string[];
  /** The reason why nothing was measured on this machine. */
  leftOut?: string;
}

/** `slowness` compares this machine with the reference machine (speed.ts). */
export interface TimedReport extends Report {
  slowness: number;
}

/** Compares the goal's figure, converted to the reference machine, with the bounds. */
export function isGoalMet(goal: Goal, slowness: number): boolean {
  const { atLeast, atMost } = goal;
  const is = onReference(goal, slowness);
  return (atLeast === undefined || is >= atLeast) && (atMost === undefined || is <= atMost);
}

function onReference({ is, measures }: Goal, slowness: number): number {
  if (measures === undefined) return is;
  return measures === "time" ? is / slowness : is * slowness;
}

export function reportText({ title, figures, goals, problems, leftOut, slowness }: TimedReport): string {
  const lines = [`### ${title}`, ""];
  if (goals.some(({ measures }) => measures !== undefined))
    lines.push(`This machine was ${slowness.toFixed(2)} times slower than the reference machine.`, "");
  if (Object.keys(figures).length > 0) {
    lines.push(
      "| workload | a second | by round | p50 ms | p99 ms | app µs | PostgreSQL µs | others' cores |",
      "|---|---|---|---|---|---|---|---|",
    );
    for (const [name, measured] of Object.entries(figures)) lines.push(rowOf(name, measured));
    lines.push("");
  }
  if (leftOut !== undefined) lines.push(`- left out: ${leftOut}`);
  for (const goal of goals) lines.push(`- ${sentenceOf(goal, slowness)}`);
  for (const problem of problems) lines.push(`- **wrong**: ${problem}`);
  return lines.join("\n");
}

function rowOf(name: string, measured: Figures): string {
  const cells = [
    name,
    measured.perSecond.toFixed(0),
    measured.rounds.map((rate) => rate.toFixed(0)).join(" "),
    measured.p50Ms.toFixed(1),
    measured.p99Ms.toFixed(1),
    measured.serverUs?.toFixed(0) ?? "?",
    measured.databaseUs?.toFixed(0) ?? "?",
    measured.othersCores?.toFixed(1) ?? "?",
  ];
  return `| ${cells.join(" | ")} |`;
}

function sentenceOf(goal: Goal, slowness: number): string {
  const { name, is, atLeast, atMost, measures } = goal;
  const onReferenceText =
    measures === undefined ? "" : `, ${figureText(onReference(goal, slowness))} on the reference machine`;
  const bound = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ].join(", ");
  return `${isGoalMet(goal, slowness) ? "met" : "**missed**"}: ${name} is ${figureText(is)}${onReferenceText} (${bound})`;
}

function figureText(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toFixed(2);
}
