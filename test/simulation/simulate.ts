// npm run simulate: plays histories of buying from seeds, and says which of them end wrong.
//   --seeds 1000       how many (default 100), from --from (default 1) on, shared among --processes (default: the cores)
//   --seed 123         one seed, with everything that happens in it
//   --controls         each rule switched off: which seed finds the fault
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { startTestCluster } from "../../server/testing/cluster.ts";
import type { Cluster } from "./database.ts";
import { rules } from "./guards.ts";
import { openStage, type Played, seedThatFinds } from "./play.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    controls: { type: "boolean", default: false },
    processes: { type: "string", default: String(availableParallelism()) },
    /** Of a process that plays a share: where its database is made. */
    cluster: { type: "string" },
    step: { type: "string", default: "1" },
  },
});

if (values.cluster !== undefined) await playShare(JSON.parse(values.cluster) as Cluster);
else {
  const { stop, ...cluster } = await startTestCluster();
  try {
    if (values.controls) await playControls(cluster);
    else if (values.seed !== undefined) await tellOne(cluster, Number(values.seed));
    else await playAll(cluster);
  } finally {
    await stop();
  }
}

async function tellOne(cluster: Cluster, seed: number): Promise<void> {
  const stage = await openStage(cluster);
  report(await stage.play(seed, (line) => console.log(line)));
  await stage.close();
}

async function playControls(cluster: Cluster): Promise<void> {
  for (const [rule, guard] of Object.entries(rules)) {
    const seed = await seedThatFinds(cluster, guard);
    console.log(`Without “${rule}”: ${seed === null ? "no seed ended wrong" : `seed ${seed} ends wrong`}.`);
    if (seed === null) process.exitCode = 1;
  }
}

async function playShare(cluster: Cluster): Promise<void> {
  const stage = await openStage(cluster);
  const last = Number(values.from) + Number(values.seeds) - 1;
  for (let seed = Number(values.from); seed <= last; seed += Number(values.step))
    process.send!(await stage.play(seed));
  await stage.close();
  process.disconnect();
}

async function playAll(cluster: Cluster): Promise<void> {
  const beganMs = performance.now();
  const sum = { seeds: 0, buyers: 0, turns: 0, deaths: 0, wrong: 0 };
  const seen = new Map<string, number>();
  const processes = Number(values.processes);
  await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const from = Number(values.from) + index;
      const seeds = Number(values.seeds) - index;
      const share = fork(import.meta.filename, [
        `--cluster=${JSON.stringify(cluster)}`,
        `--from=${from}`,
        `--seeds=${seeds}`,
        `--step=${processes}`,
      ]);
      share.on("message", (told) => {
        const played = told as Played;
        sum.seeds++;
        sum.buyers += played.buyers;
        sum.turns += played.turns;
        sum.deaths += played.deaths;
        for (const [end, times] of Object.entries(played.seen)) seen.set(end, (seen.get(end) ?? 0) + times);
        if (played.wrong.length > 0) {
          sum.wrong++;
          report(played);
        }
      });
      return new Promise<void>((resolve) => share.on("exit", () => resolve()));
    }),
  );
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  console.log(
    `${sum.seeds} seeds in ${seconds} s: ${sum.buyers} buyers, ${sum.turns} turns, ${sum.deaths} deaths of a node; ${sum.wrong} ended wrong.`,
  );
  console.log([...seen].map(([end, times]) => `${times} × ${end}`).join(", "));
  if (sum.wrong > 0 || sum.seeds !== Number(values.seeds)) process.exitCode = 1;
}

function report({ seed, wrong }: Played): void {
  if (wrong.length === 0) console.log(`Seed ${seed} ended as it should.`);
  else {
    console.log(`Seed ${seed} ended wrong. Play it again: npm run simulate -- --seed ${seed}`);
    for (const what of wrong) console.log(`  ${what}`);
    process.exitCode = 1;
  }
}
