/** Mails are sent by a separate process with a low priority, so that buyers wait less. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { JobLog } from "../jobs/run.ts";
import { lowerPriority } from "../processes/lowPriority.ts";

export interface MailerSettings {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly outboxDir: string;
  /** Null means that mails become files in `outboxDir`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** A job that is locked for this long counts as one of a dead mailer; 0 if there is no other server. */
  readonly deadAfterMinutes: number;
}

export type MailerOrder =
  | { readonly begin: MailerSettings; readonly beatMs: number }
  | { readonly shopIsBusy: boolean }
  | "stop";

export type MailerMessage =
  | { readonly beat: { readonly memoryMb: number; readonly givesWay: boolean } }
  | { readonly log: keyof JobLog; readonly fields: object; readonly message: string };

export interface MailerBounds {
  /** A mailer is killed this long after its last beat. */
  readonly mostSilentMs?: number;
  /** From its second beat on, a mailer with this much memory finishes the mails that it has begun, and is replaced. */
  readonly mostMemoryMb?: number;
  readonly mostStopMs?: number;
  /** Whether the shop is busy; called several times a second. */
  readonly isBusy?: () => boolean;
}

export interface Mailer {
  readonly pid: number | undefined;
  /** Whether it limited its CPU time at its last beat (cpuShare.ts). */
  readonly givesWay: boolean;
  stop(): Promise<void>;
}

export const mailsAtOnce = 36;

export const mailerConnections = mailsAtOnce;

const firstRestartMs = 500;
const maxRestartMs = 30_000;
const maxStartMs = 120_000;
const loadCheckMs = 200;
const busyUtilization = 0.5;

/** Starts the process, and starts it again when it ends before `stop`. */
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

  const expectBeat = (target: ChildProcess, withinMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      log.warn({}, "the process that sends mails hangs, and is replaced");
      target.kill("SIGKILL");
    }, withinMs);
    timer.unref();
  };

  const start = () => {
    const newChild = fork(fileURLToPath(new URL("./mailerProcess.ts", import.meta.url)), {
      serialization: "advanced",
      // Without the server's flags, such as a debugger port.
      execArgv: [],
      // React's development build is slower.
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    lowerPriority(newChild);
    child = newChild;
    let hasTooMuchMemory = false;
    let beats = 0;
    expectBeat(newChild, maxStartMs);
    newChild.on("message", (message: MailerMessage) => {
      if ("log" in message) {
        log[message.log](message.fields, message.message);
        return;
      }
      restartMs = firstRestartMs;
      expectBeat(newChild, mostSilentMs);
      givesWay = message.beat.givesWay;
      // The first beat shows that the mailer has begun. Until the second, it can do some work before it is replaced.
      const hasWorked = beats++ > 0;
      if (message.beat.memoryMb < mostMemoryMb || !hasWorked || hasTooMuchMemory || isStopping) return;
      hasTooMuchMemory = true;
      sendOrder(newChild, "stop");
    });
    const handleEnd = (details: object) => {
      if (child !== newChild) return;
      child = null;
      givesWay = false;
      clearTimeout(timer);
      if (isStopping) return;
      if (!hasTooMuchMemory)
        log.warn(details, "the process that sends mails has ended, and is started again");
      timer = setTimeout(start, hasTooMuchMemory ? 0 : restartMs);
      timer.unref();
      restartMs = Math.min(restartMs * 2, maxRestartMs);
    };
    newChild.once("error", (error) => handleEnd({ err: error }));
    newChild.once("exit", (code, signal) => handleEnd({ code, signal }));
    sendOrder(newChild, { begin: settings, beatMs: mostSilentMs / 12 });
    if (shopIsBusy) sendOrder(newChild, { shopIsBusy });
  };
  start();
  const loadChecks = setInterval(() => {
    const isBusyNow = isBusy();
    if (isBusyNow !== shopIsBusy && child !== null) sendOrder(child, { shopIsBusy: isBusyNow });
    shopIsBusy = isBusyNow;
  }, loadCheckMs).unref();

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
      clearInterval(loadChecks);
      const current = child;
      if (current === null) return;
      const exited = once(current, "exit");
      sendOrder(current, "stop");
      const timeout = setTimeout(() => current.kill("SIGKILL"), mostStopMs);
      await exited;
      clearTimeout(timeout);
    },
  };
}

/** Ignores errors, because the process may have ended. */
function sendOrder(child: ChildProcess, order: MailerOrder): void {
  child.send(order, () => {});
}

function loopIsBusy(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > busyUtilization;
  };
}
