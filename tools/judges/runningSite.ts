import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../server/testing/cluster.ts";

const startFile = fileURLToPath(new URL("../start.ts", import.meta.url));
/** A start may build and make a new database, on a slow machine. */
const timeoutMs = 300_000;

export type RunningSite = { url: string; dataDir: string; stop: () => Promise<void> };

/**
 * Starts a site with its demo world in a new folder, which `stop` deletes. `logFile` is complete once the site has
 * stopped.
 */
export async function runningSite(
  env: Record<string, string> = {},
  { logFile }: { logFile?: string } = {},
): Promise<RunningSite> {
  const dataDir = await temporaryFolder();
  try {
    const { app, url, logged } = await startSite({ DATA_DIR: dataDir, ...env }, { logFile });
    const stop = async () => {
      await stopSite(app);
      await logged;
      await rm(dataDir, { recursive: true, force: true });
    };
    return { url, dataDir, stop };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Runs the start script in its own process. `logged` resolves when the output of all its processes is in `logFile`. */
export async function startSite(
  env: Record<string, string>,
  { logFile }: { logFile?: string | undefined } = {},
): Promise<{ app: ChildProcess; url: string; logged: Promise<void> }> {
  // Without our NODE_ENV, because a site in production has no demo world.
  const { NODE_ENV: _, ...ownEnv } = process.env;
  const app = spawn(process.execPath, [startFile], {
    env: { ...ownEnv, PORT: "0", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const logged = logFile === undefined ? Promise.resolve() : writeLog(app, logFile);
  try {
    return { app, url: await addressOf(app), logged };
  } catch (error) {
    await stopSite(app);
    throw error;
  }
}

export async function stopSite(app: ChildProcess): Promise<void> {
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
    let outputText = "";
    const timer = setTimeout(
      () => reject(new Error(`Foyer did not start in time.\n${outputText}`)),
      timeoutMs,
    );
    const readOutput = (chunk: Buffer) => {
      outputText = (outputText + chunk.toString()).slice(-20_000);
      const [, url] = /Foyer is at (http\S+)/.exec(outputText) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    app.stdout?.on("data", readOutput);
    app.stderr?.on("data", readOutput);
    app.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`Foyer ended with code ${code}.\n${outputText}`));
    });
  });
}
