/**
 * Starts the application as a new user would, with its demo world, in a folder of its own, and stops it at the end.
 * The journeys find it by E2E_URL and its files (the outbox) by E2E_DATA_DIR; those that need a server of their own find
 * a PostgreSQL for it by E2E_CLUSTER and E2E_TEMPLATE.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startTestCluster, temporaryFolder } from "../../server/testing/cluster.ts";

const startFile = fileURLToPath(new URL("../../tools/start.ts", import.meta.url));
/** A build and a new database, on a slow machine. */
const patienceMs = 120_000;

export default async function startApp(): Promise<() => Promise<void>> {
  const dataDir = await temporaryFolder();
  const { NODE_ENV: _, ...env } = process.env;
  const app = spawn(process.execPath, [startFile], {
    env: { ...env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const cluster = startTestCluster();
  const stop = async () => {
    await cluster.then(
      (started) => started.stop(),
      () => {},
    );
    if (app.exitCode === null && app.signalCode === null) {
      app.kill("SIGTERM");
      await once(app, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    process.env.E2E_URL = await addressOf(app);
    const { url, template } = await cluster;
    process.env.E2E_CLUSTER = url;
    process.env.E2E_TEMPLATE = template;
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.E2E_DATA_DIR = dataDir;
  return stop;
}

/** Reads what the start prints until it says where it is. */
function addressOf(app: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const timer = setTimeout(() => reject(new Error(`It did not start in time.\n${printed}`)), patienceMs);
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
      reject(new Error(`It ended with code ${code}.\n${printed}`));
    });
  });
}
