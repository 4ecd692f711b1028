/** The process that mailer.ts starts. It ignores SIGINT and SIGTERM: Ctrl-C reaches it too, but the server ends it. */
import { openDatabaseClock } from "../db/databaseClock.ts";
import { openDatabase } from "../db/pool.ts";
import { type JobLog, startJobs, type Tasks } from "../jobs/run.ts";
import { unlockDeadJobs } from "../jobs/unlock.ts";
import { loadLetters } from "../letters/eventLetters.ts";
import { createTransport } from "../mail/transport.ts";
import { openCpuShare } from "./cpuShare.ts";
import {
  type MailerMessage,
  type MailerOrder,
  type MailerSettings,
  mailerConnections,
  mailsAtOnce,
} from "./mailer.ts";
import { mailTasks } from "./mailTasks.ts";

process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
// If the server is killed, the channel closes, and this process ends too.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const cpuShare = openCpuShare();
let running: Promise<() => Promise<void>> | undefined;
let stopped: Promise<void> | undefined;
process.on("message", (order: MailerOrder) => {
  handleOrder(order).catch((error: unknown) => {
    sendToServer({ log: "error", fields: { err: error }, message: "mails cannot be sent" });
    process.exitCode = 1;
    process.disconnect();
  });
});

async function handleOrder(order: MailerOrder): Promise<void> {
  if (order === "stop") {
    // The mails that it has begun are sent at full speed.
    cpuShare.giveWay(false);
    // A mailer with too much memory that is then stopped gets "stop" twice.
    stopped ??= running?.then((stop) => stop());
    await stopped;
    process.exit();
  }
  if ("shopIsBusy" in order) {
    if (stopped === undefined) cpuShare.giveWay(order.shopIsBusy);
    running?.then(sendBeat, () => {});
    return;
  }
  running = begin(order.begin);
  await running;
  setInterval(sendBeat, order.beatMs);
  sendBeat();
}

/** The server logs that the clock is wrong. */
const silentLog = { warn() {}, info() {} };

async function begin(settings: MailerSettings): Promise<() => Promise<void>> {
  const { databaseUrl, publicUrl, dataDir, deadAfterMinutes, ...transportSettings } = settings;
  const { db, pool, close } = openDatabase(databaseUrl, {
    max: mailerConnections,
    applicationName: "foyer mails",
  });
  const clock = await openDatabaseClock(db, { log: silentLog });
  const transport = createTransport(transportSettings);
  const tasks = withCpuShare(mailTasks({ db, publicUrl, dataDir, clock: clock.now }, transport));
  await loadLetters();
  await unlockDeadJobs(db, deadAfterMinutes, Object.keys(tasks));
  const jobs = await startJobs(pool, tasks, { log, concurrency: mailsAtOnce, inBulk: true });
  return async () => {
    await jobs.stop();
    transport.close();
    await clock.stop();
    await close();
  };
}

function withCpuShare(tasks: Tasks): Tasks {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [name, (payload) => cpuShare.run(() => work(payload))]),
  );
}

function sendBeat(): void {
  sendToServer({ beat: { memoryMb: process.memoryUsage.rss() / 2 ** 20, givesWay: cpuShare.givesWay } });
}

const log: JobLog = {
  error: (fields, message) => sendToServer({ log: "error", fields, message }),
  warn: (fields, message) => sendToServer({ log: "warn", fields, message }),
};

function sendToServer(message: MailerMessage): void {
  process.send?.(message, () => {});
}
