/** The processes of a benchmark. All end with this one. */
import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StripeConfig } from "../server/config/stripe.ts";
import type { MailerSettings } from "../server/mailer/mailer.ts";
import { fakePublishableKey, fakeSecretKey } from "../server/testing/fakeStripe.ts";
import type { AttackPlan, AttackResult, BuyingPlan, LoadPlan, LoadResult } from "./load/plan.ts";

export interface Target {
  port: number;
  pid: number;
  /** The mailer does not run before this call. */
  startMailer(settings: MailerSettings): Promise<TargetMailer>;
  stop(): Promise<void>;
}

export interface TargetMailer {
  pid: number;
  /** Resolves to its warnings and errors. */
  stop(): Promise<string[]>;
}

export type TargetCommand = { mail: MailerSettings } | "stop mailer";

/** Runs one plan at a time: results are not matched to plans. */
export interface Generator {
  pid: number;
  run(plan: LoadPlan): Promise<LoadResult>;
  stop(): Promise<void>;
}

export interface Buyers {
  pid: number;
  stripe: NonNullable<TargetOptions["stripe"]>;
  run(plan: BuyingPlan): Promise<LoadResult>;
  stop(): Promise<void>;
}

export interface Sink {
  smtpUrl: string;
  countMails(): Promise<number>;
  stop(): Promise<void>;
}

export interface Attackers {
  run(plan: AttackPlan): Promise<AttackResult>;
  stop(): Promise<void>;
}

export interface TargetOptions {
  databaseUrl?: string;
  dataDir?: string;
  /** The folder of the build; without it there are no pages. */
  dist?: string;
  /** Without it the test provider is used. */
  stripe?: StripeConfig;
  /** If true, rate limits apply, and X-Forwarded-For names the client's address. */
  isLimited?: boolean;
  /** If not true, every page is rendered anew. */
  cachesPages?: boolean;
}

// As URLs, so that the tool that looks for unused files sees them.
const programs = {
  foyer: new URL("./targets/foyer.ts", import.meta.url),
  bareRoute: new URL("./targets/bareRoute.ts", import.meta.url),
  bareInsert: new URL("./targets/bareInsert.ts", import.meta.url),
  interactive: new URL("./targets/interactive.ts", import.meta.url),
  generator: new URL("./load/generator.ts", import.meta.url),
  buyers: new URL("./load/buyers.ts", import.meta.url),
  sink: new URL("./load/sink.ts", import.meta.url),
  attackers: new URL("./load/attackers.ts", import.meta.url),
};

/** Servers under test have the same limits of memory as in `npm start`. */
const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  scripts: { start: string };
};
const memoryFlags = scripts.start.split(" ").filter((word) => word.startsWith("--max-"));

/** Starts a server, and writes its CPU profile into `profileDir` at the end, if set. */
export async function startTarget(
  name: Exclude<keyof typeof programs, "generator" | "buyers" | "sink" | "attackers">,
  options: TargetOptions = {},
  profileDir?: string,
): Promise<Target> {
  const profiling = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  const child = start(name, [JSON.stringify(options)], [...memoryFlags, ...profiling]);
  const port = await nextMessage<number>(child);
  const sendCommand = <T>(command: TargetCommand) => ask<T>(child, command);
  return {
    port,
    pid: child.pid!,
    startMailer: async (settings) => ({
      pid: await sendCommand<number>({ mail: settings }),
      // If the server has ended, its mailer has ended too.
      stop: async () => (child.connected ? sendCommand<string[]>("stop mailer") : []),
    }),
    stop: () => end(child),
  };
}

export function startGenerator(): Generator {
  const child = start("generator", [], []);
  return { pid: child.pid!, run: (plan) => ask(child, plan), stop: () => end(child) };
}

export async function startBuyers(): Promise<Buyers> {
  const webhookSecret = "whsec_bench";
  const child = start("buyers", [webhookSecret], []);
  const port = await nextMessage<number>(child);
  return {
    pid: child.pid!,
    stripe: {
      secretKey: fakeSecretKey,
      publishableKey: fakePublishableKey,
      webhookSecrets: [webhookSecret],
      apiBase: `http://127.0.0.1:${port}`,
      // So high that the benchmark measures Foyer itself and not its waits for Stripe.
      requestsPerSecond: 999_999,
    },
    run: (plan) => ask(child, plan),
    stop: () => end(child),
  };
}

export async function startSink(): Promise<Sink> {
  const child = start("sink", [], []);
  const port = await nextMessage<number>(child);
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    countMails: () => ask(child, "count"),
    stop: () => end(child),
  };
}

/** Resolves when the attackers' files are made. */
export async function startAttackers(): Promise<Attackers> {
  const child = start("attackers", [], []);
  await nextMessage(child);
  return {
    run: (plan) => ask(child, plan),
    stop: () => end(child),
  };
}

/** Sends a message to a child. Rejects if it has ended, or ends without an answer. */
async function ask<T>(child: ChildProcess, message: Serializable): Promise<T> {
  if (!child.connected) throw new Error(`${child.spawnargs.join(" ")} has ended with ${child.exitCode}`);
  const answer = nextMessage<T>(child);
  child.send(message);
  return await answer;
}

function start(name: keyof typeof programs, args: string[], execArgv: string[]): ChildProcess {
  const env = { ...process.env, NODE_ENV: "production" };
  return fork(fileURLToPath(programs[name]), args, { execArgv, env });
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`${child.spawnargs.join(" ")} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as T);
    });
  });
}

/** Children exit when they are disconnected, which also happens if this process dies. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}
