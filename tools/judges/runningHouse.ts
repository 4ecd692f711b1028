// A Foyer that runs for a judge or for the journeys: started as a new user would start it, with its demo world, in a
// folder of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../server/testing/cluster.ts";

const startFile = fileURLToPath(new URL("../start.ts", import.meta.url));
/** A build and a new database, on a slow machine. */
const patienceMs = 300_000;

/** Where it is, and how it ends. */
export type RunningHouse = { url: string; dataDir: string; stop: () => Promise<void> };

/**
 * Starts it on a free port; resolves once it answers. `env`: settings of README's table. What it prints goes to `logFile`,
 * which is whole once it has stopped.
 */
export async function runningHouse(
  env: Record<string, string> = {},
  { logFile }: { logFile?: string } = {},
): Promise<RunningHouse> {
  const dataDir = await temporaryFolder();
  try {
    const { app, url, logged } = await startHouse({ DATA_DIR: dataDir, ...env }, { logFile });
    const stop = async () => {
      await stopHouse(app);
      await logged;
      await rm(dataDir, { recursive: true, force: true });
    };
    return { url, dataDir, stop };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Runs the start script in a process of its own, on a free port where `env` names none; resolves once it answers. `logged`
 * resolves when all that it and its processes have printed is in `logFile`.
 */
export async function startHouse(
  env: Record<string, string>,
  { logFile }: { logFile?: string | undefined } = {},
): Promise<{ app: ChildProcess; url: string; logged: Promise<void> }> {
  const { NODE_ENV: _, ...own } = process.env;
  const app = spawn(process.execPath, [startFile], {
    env: { ...own, PORT: "0", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const logged = logFile === undefined ? Promise.resolve() : writeLog(app, logFile);
  try {
    return { app, url: await addressOf(app), logged };
  } catch (error) {
    await stopHouse(app);
    throw error;
  }
}

/** Ends it in order; resolves once it has ended. */
export async function stopHouse(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  app.kill("SIGTERM");
  await once(app, "exit");
}

async function writeLog(app: ChildProcess, logFile: string): Promise<void> {
  const file = createWriteStream(logFile);
  const outputs = [app.stdout!, app.stderr!];
  for (const output of outputs) output.pipe(file, { end: false });
  await Promise.all(outputs.map((output) => finished(output)));
  file.end();
  await finished(file);
}

function addressOf(app: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const timer = setTimeout(() => reject(new Error(`Foyer did not start in time.\n${printed}`)), patienceMs);
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-20_000);
      const [, url] = /Foyer is at (http\S+)/.exec(printed) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    app.stdout?.on("data", read);
    app.stderr?.on("data", read);
    app.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`Foyer ended with code ${code}.\n${printed}`));
    });
  });
}
