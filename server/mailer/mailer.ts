/**
 * Mails are made and sent by a process of their own, which gives way to the shop: letters, codes and PDFs take many times
 * what a sale takes. Invariants: as long as the house runs, there is a mailer; one that ends, hangs or has too much memory
 * is replaced; none outlives the house. What it was at when it was killed is done by the next one.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { JobLog } from "../jobs/run.ts";

/** What a mailer works with. It may go to another process. */
export interface MailerSettings {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly outboxDir: string;
  /** Null: mails become files in `outboxDir`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** How long a mailer must have been silent for its mails to be another's; 0 where there is no other house. */
  readonly deadAfterMinutes: number;
}

/** What it hears. */
export type MailerOrder =
  | { readonly begin: MailerSettings; readonly beatMs: number }
  | { readonly shopIsBusy: boolean }
  | "stop";

/** What it tells the house. A beat comes every few seconds, with its memory, and when it has heard how busy the shop is. */
export type MailerNews =
  | { readonly beat: { readonly memoryMb: number; readonly givesWay: boolean } }
  | { readonly log: keyof JobLog; readonly fields: object; readonly message: string };

/** When is a mailer replaced, and when does it give way? */
export interface MailerBounds {
  /** Without a sign of life for so long after the first it hangs, and is killed. */
  readonly mostSilentMs?: number;
  /** With more memory it ends what it is at, and another begins. */
  readonly mostMemoryMb?: number;
  /** A stop lets the mails under way be sent for so long. A house that is stopped has fifteen seconds in all. */
  readonly mostStopMs?: number;
  /** Is the shop busy just now? It is asked some times a second. */
  readonly isBusy?: () => boolean;
}

/** The mailer of a house. */
export interface Mailer {
  /** The process of now, for tests and figures. */
  readonly pid: number | undefined;
  /** Does it keep to its share of CPU time, as it said last (cpuShare.ts)? */
  readonly givesWay: boolean;
  /** Lets the mails under way be sent, for a while, then ends the process. */
  stop(): Promise<void>;
}

const firstRestartMs = 500;
const longestRestartMs = 30_000;
/** Until its first sign of life. */
const mostStartMs = 120_000;
/** How often the shop is looked at. */
const lookEveryMs = 200;
/** A loop that works for more than this part of the time has buyers who wait for it. */
const busyFrom = 0.5;

/** Starts the process. What fails in it is logged, and never thrown. */
export function startMailer(
  settings: MailerSettings,
  {
    log,
    mostSilentMs = 60_000,
    mostMemoryMb = 500,
    mostStopMs = 8_000,
    isBusy = loopIsBusy(),
  }: { log: JobLog } & MailerBounds,
): Mailer {
  let child: ChildProcess | null = null;
  let isStopping = false;
  let shopIsBusy = false;
  let givesWay = false;
  let restartMs = firstRestartMs;
  let timer: NodeJS.Timeout | undefined;

  const expectBeat = (of: ChildProcess, withinMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      log.warn({}, "the process that sends mails hangs, and is replaced");
      of.kill("SIGKILL");
    }, withinMs);
    timer.unref();
  };

  const start = () => {
    const started = fork(fileURLToPath(new URL("./mailerProcess.ts", import.meta.url)), {
      serialization: "advanced",
      // Flags of the server are not for it, such as the port of a debugger.
      execArgv: [],
      // React's other build checks what it renders: a letter takes an eighth longer (3,300 letters each, one machine).
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child = started;
    let isFull = false;
    let beats = 0;
    expectBeat(started, mostStartMs);
    started.on("message", (news: MailerNews) => {
      if ("log" in news) {
        log[news.log](news.fields, news.message);
        return;
      }
      restartMs = firstRestartMs;
      expectBeat(started, mostSilentMs);
      givesWay = news.beat.givesWay;
      // The first beat says that it begins: what it is to do is on its way.
      const hasBegun = beats++ > 0;
      if (news.beat.memoryMb < mostMemoryMb || !hasBegun || isFull || isStopping) return;
      isFull = true;
      tell(started, "stop");
    });
    const ended = (why: object) => {
      if (child !== started) return;
      child = null;
      givesWay = false;
      clearTimeout(timer);
      if (isStopping) return;
      if (!isFull) log.warn(why, "the process that sends mails has ended, and is started again");
      timer = setTimeout(start, isFull ? 0 : restartMs);
      timer.unref();
      restartMs = Math.min(restartMs * 2, longestRestartMs);
    };
    started.once("error", (error) => ended({ err: error }));
    started.once("exit", (code, signal) => ended({ code, signal }));
    tell(started, { begin: settings, beatMs: mostSilentMs / 12 });
    if (shopIsBusy) tell(started, { shopIsBusy });
  };
  start();
  const looks = setInterval(() => {
    const isNow = isBusy();
    if (isNow !== shopIsBusy && child !== null) tell(child, { shopIsBusy: isNow });
    shopIsBusy = isNow;
  }, lookEveryMs).unref();

  return {
    get pid() {
      return child?.pid;
    },
    get givesWay() {
      return givesWay;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      clearInterval(looks);
      const last = child;
      if (last === null) return;
      const ended = once(last, "exit");
      tell(last, "stop");
      const timeout = setTimeout(() => last.kill("SIGKILL"), mostStopMs);
      await ended;
      clearTimeout(timeout);
    },
  };
}

/** One that is ending hears nothing more, and "exit" follows. */
function tell(child: ChildProcess, order: MailerOrder): void {
  child.send(order, () => {});
}

/** Asks how much of the time since the question before this process's loop has worked. */
function loopIsBusy(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > busyFrom;
  };
}
