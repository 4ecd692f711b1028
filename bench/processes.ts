/** The processes of a benchmark: servers under test and the load generator, each its own, all ended with this one. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StripeConfig } from "../server/config/stripe.ts";
import type { MailerSettings } from "../server/mailer/mailer.ts";
import { fakePublishableKey, fakeSecretKey } from "../server/testing/fakeStripe.ts";
import type { AttackPlan, AttackResult, BuyingPlan, LoadPlan, LoadResult } from "./load/plan.ts";

/** A server under test. */
export interface Target {
  port: number;
  pid: number;
  /** Starts the mailer of Foyer's house, which the house has none of until then. */
  mail(settings: MailerSettings): Promise<TargetMailer>;
  stop(): Promise<void>;
}

/** The mailer of a server under test. */
export interface TargetMailer {
  pid: number;
  /** Resolves to what it had to say: nothing where all went well. */
  stop(): Promise<string[]>;
}

/** What a server of Foyer's is told while it runs. */
export type TargetOrder = { mail: MailerSettings } | "mail no more";

/** The load generator: plans are worked off one at a time. */
export interface Generator {
  pid: number;
  run(plan: LoadPlan): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Buyers and the provider they pay at. */
export interface Buyers {
  pid: number;
  /** The account that takes their money, as the app's settings name it. */
  stripe: NonNullable<TargetOptions["stripe"]>;
  run(plan: BuyingPlan): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** A mail server that takes everything. */
export interface Sink {
  smtpUrl: string;
  /** How many mails it has taken until now. */
  taken(): Promise<number>;
  stop(): Promise<void>;
}

/** Everybody who means harm. */
export interface Attackers {
  run(plan: AttackPlan): Promise<AttackResult>;
  stop(): Promise<void>;
}

/** What a target is told when it starts. */
export interface TargetOptions {
  databaseUrl?: string;
  dataDir?: string;
  /** The build of the web app; without it there are no pages. */
  dist?: string;
  /** Where the fake Stripe is that takes the money; without it the test provider does. */
  stripe?: StripeConfig;
  /** True: limits hold, and whoever asks says from which address. */
  isLimited?: boolean;
  /** False: every page is rendered anew. */
  keepsPages?: boolean;
}

// By URL, so that the tools that look for unused files find them.
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

/** How much memory `npm start` gives the shop: the one that is measured has no more. */
const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  scripts: { start: string };
};
const memoryFlags = scripts.start.split(" ").filter((word) => word.startsWith("--max-"));

/** Starts a server; with `profileDir` its CPU profile is written there when it ends. */
export async function startTarget(
  name: Exclude<keyof typeof programs, "generator" | "buyers" | "sink" | "attackers">,
  options: TargetOptions = {},
  profileDir?: string,
): Promise<Target> {
  const profiling = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  const child = start(name, [JSON.stringify(options)], [...memoryFlags, ...profiling]);
  const port = await nextMessage<number>(child);
  const order = async <T>(what: TargetOrder) => {
    const told = nextMessage<T>(child);
    child.send(what);
    return await told;
  };
  return {
    port,
    pid: child.pid!,
    mail: async (settings) => ({
      pid: await order<number>({ mail: settings }),
      stop: () => order<string[]>("mail no more"),
    }),
    stop: () => end(child),
  };
}

/** Starts the load generator. */
export function startGenerator(): Generator {
  const child = start("generator", [], []);
  return { pid: child.pid!, run: (plan) => worked(child, plan), stop: () => end(child) };
}

/** Starts buyers with their provider. */
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
      // How fast Foyer itself is, and not how long it waits for Stripe (bench/cases/rush.ts).
      requestsPerSecond: 999_999,
    },
    run: (plan) => worked(child, plan),
    stop: () => end(child),
  };
}

/** Starts a mail server. */
export async function startSink(): Promise<Sink> {
  const child = start("sink", [], []);
  const port = await nextMessage<number>(child);
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    taken: () => {
      const told = nextMessage<number>(child);
      child.send("taken");
      return told;
    },
    stop: () => end(child),
  };
}

/** Starts attackers; they have made what they send when this resolves. */
export async function startAttackers(): Promise<Attackers> {
  const child = start("attackers", [], []);
  await nextMessage(child);
  return {
    run: (plan) => {
      const told = nextMessage<AttackResult>(child);
      child.send(plan);
      return told;
    },
    stop: () => end(child),
  };
}

function worked(child: ChildProcess, plan: LoadPlan | BuyingPlan): Promise<LoadResult> {
  const told = nextMessage<LoadResult>(child);
  child.send(plan);
  return told;
}

function start(name: keyof typeof programs, args: string[], execArgv: string[]): ChildProcess {
  const env = { ...process.env, NODE_ENV: "production" };
  return fork(fileURLToPath(programs[name]), args, { execArgv, env });
}

/** What a child says next; one that ends instead has failed. */
function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs.at(-2)} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as T);
    });
  });
}

/** Children end when they are let go of; that also happens when this process dies. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.disconnect();
  await gone;
}
