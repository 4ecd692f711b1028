// npm run simulate: plays histories of purchases from seeds, and lists those with faults.
// --seeds 1000       how many (default 100), from --from (default 1) on, shared among --processes (default: the cores)
// --seed 123         one seed, with all its turns
// --controls         switches off each rule, and finds a seed that shows the rule's own fault (--seeds: default 60)
// --control "words"  the same for the rules whose names contain these words
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { startTestCluster } from "../../server/testing/cluster.ts";
import { type ControlResult, seedThatFinds } from "./controls.ts";
import type { Cluster } from "./database.ts";
import { openStage, type SeedResult } from "./play.ts";
import { rules } from "./rules.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    controls: { type: "boolean", default: false },
    control: { type: "string" },
    processes: { type: "string", default: String(availableParallelism()) },
    /** For the processes that this one starts: the cluster, and the step between seeds. */
    cluster: { type: "string" },
    step: { type: "string", default: "1" },
  },
});

const runsControls = values.controls || values.control !== undefined;
const seeds = Number(values.seeds ?? (runsControls ? 60 : 100));
const from = Number(values.from);
const processes = Number(values.processes);

if (values.cluster !== undefined) {
  const cluster = JSON.parse(values.cluster) as Cluster;
  if (values.control === undefined) await playShare(cluster);
  else process.send!(await seedThatFinds(cluster, rules[values.control]!, { from, seeds }));
  process.disconnect();
} else {
  const { stop, ...cluster } = await startTestCluster();
  try {
    if (runsControls) await playControls(cluster, values.control ?? "");
    else if (values.seed !== undefined) await playOne(cluster, Number(values.seed));
    else await playAll(cluster);
  } finally {
    await stop();
  }
}

async function playOne(cluster: Cluster, seed: number): Promise<void> {
  const stage = await openStage(cluster);
  report(await stage.play(seed, (line) => console.log(line)));
  await stage.close();
}

async function playControls(cluster: Cluster, words: string): Promise<void> {
  const beganMs = performance.now();
  const waiting = Object.keys(rules).filter((rule) => rule.includes(words));
  if (waiting.length === 0) throw new Error(`No rule has the words “${words}”`);
  let unfound = waiting.length;
  const worker = async () => {
    for (let rule = waiting.shift(); rule !== undefined; rule = waiting.shift()) {
      const ruleBeganMs = performance.now();
      let found: ControlResult | undefined;
      const control = [`--control=${rule}`, `--from=${from}`, `--seeds=${seeds}`];
      await runInProcess(cluster, control, (reply) => {
        found = reply as ControlResult;
      });
      const also = found?.others.length ? `, after others that ended wrong: ${found.others.join(", ")}` : "";
      const seed = found?.seed ?? null;
      const end = seed !== null ? `seed ${seed} finds it${also}: ${found!.fault}` : `no seed finds it${also}`;
      console.log(`Without “${rule}” (${secondsSince(ruleBeganMs)} s): ${end}`);
      if (seed !== null) unfound--;
    }
  };
  await Promise.all(Array.from({ length: processes }, worker));
  console.log(`${secondsSince(beganMs)} s; ${unfound} switched-off rules are not detected by any history.`);
  if (unfound > 0) process.exitCode = 1;
}

async function playShare(cluster: Cluster): Promise<void> {
  const stage = await openStage(cluster);
  for (let seed = from; seed < from + seeds; seed += Number(values.step))
    process.send!(await stage.play(seed));
  await stage.close();
}

async function playAll(cluster: Cluster): Promise<void> {
  const beganMs = performance.now();
  const sum = { seeds: 0, buyers: 0, turns: 0, deaths: 0, wrong: 0 };
  const outcomes = new Map<string, number>();
  await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const share = [`--from=${from + index}`, `--seeds=${seeds - index}`, `--step=${processes}`];
      return runInProcess(cluster, share, (reply) => {
        const played = reply as SeedResult;
        sum.seeds++;
        sum.buyers += played.buyers;
        sum.turns += played.turns;
        sum.deaths += played.deaths;
        for (const [outcome, times] of Object.entries(played.outcomes))
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times);
        if (played.wrong.length > 0) {
          sum.wrong++;
          report(played);
        }
      });
    }),
  );
  console.log(
    `${sum.seeds} seeds in ${secondsSince(beganMs)} s: ${sum.buyers} buyers, ${sum.turns} turns, ${sum.deaths} deaths of a node; ${sum.wrong} ended wrong.`,
  );
  console.log([...outcomes].map(([outcome, times]) => `${times} × ${outcome}`).join(", "));
  if (sum.wrong > 0 || sum.seeds !== seeds) process.exitCode = 1;
}

function runInProcess(
  cluster: Cluster,
  options: readonly string[],
  onMessage: (message: unknown) => void,
): Promise<void> {
  const child = fork(import.meta.filename, [`--cluster=${JSON.stringify(cluster)}`, ...options]);
  child.on("message", onMessage);
  return new Promise((resolve) => child.on("exit", () => resolve()));
}

function secondsSince(ms: number): number {
  return Math.round((performance.now() - ms) / 1000);
}

function report({ seed, wrong }: SeedResult): void {
  if (wrong.length === 0) console.log(`Seed ${seed} ended as it should.`);
  else {
    console.log(`Seed ${seed} ended wrong. Play it again: npm run simulate -- --seed ${seed}`);
    for (const what of wrong) console.log(`  ${what}`);
    process.exitCode = 1;
  }
}
