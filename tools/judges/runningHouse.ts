// A Foyer that runs for a judge or for the journeys: started as a new user would start it, with its demo world, in a
// folder of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../server/testing/cluster.ts";

const startFile = fileURLToPath(new URL("../start.ts", import.meta.url));
/** A build and a new database, on a slow machine. */
const patienceMs = 300_000;

/** Where it is, and how it ends. */
export type RunningHouse = { url: string; dataDir: string; stop: () => Promise<void> };

/** Starts it on a free port; resolves once it answers. `env`: settings of README's table. */
export async function runningHouse(env: Record<string, string> = {}): Promise<RunningHouse> {
  const dataDir = await temporaryFolder();
  const { NODE_ENV: _, ...own } = process.env;
  const app = spawn(process.execPath, [startFile], {
    env: { ...own, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (app.exitCode === null && app.signalCode === null) {
      app.kill("SIGTERM");
      await once(app, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(app), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(app: ReturnType<typeof spawn>): Promise<string> {
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
