/**
 * The process that composes and sends mails (mailer.ts). It gets its settings by its channel, then "stop". It ignores
 * signals, because Ctrl-C reaches all processes and the server ends it. It also ends with its channel, when the server
 * was killed.
 */
import { setPriority } from "node:os";
import { openDatabaseClock } from "../db/databaseClock.ts";
import { openDatabase } from "../db/pool.ts";
import { type JobLog, startJobs, type Tasks } from "../jobs/run.ts";
import { unlockDeadJobs } from "../jobs/unlock.ts";
import { loadLetters } from "../letters/eventLetters.ts";
import { createTransport } from "../mail/transport.ts";
import { openCpuShare } from "./cpuShare.ts";
import type { MailerNews, MailerOrder, MailerSettings } from "./mailer.ts";
import { mailTasks } from "./mailTasks.ts";

/** Twelve are handed over (mostTogether, server/mail/mail.ts) while others are read and written. */
const mailsAtOnce = 36;
/** Few are open: ticket mails are read and marked together. Other kinds read one by one. */
const connections = mailsAtOnce;
/** A middle step of nice(1): the shop goes first, but a machine that is always busy still sends mails. */
const priority = 10;

process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
setPriority(priority);

const cpuShare = openCpuShare();
let begun: Promise<() => Promise<void>> | undefined;
let ended: Promise<void> | undefined;
process.on("message", (order: MailerOrder) => {
  follow(order).catch((error: unknown) => {
    // The next mailer tries again, after a growing delay.
    tell({ log: "error", fields: { err: error }, message: "mails cannot be sent" });
    process.exitCode = 1;
    process.disconnect();
  });
});

async function follow(order: MailerOrder): Promise<void> {
  if (order === "stop") {
    cpuShare.giveWay(false);
    // A mailer with too much memory that is then stopped gets "stop" twice.
    ended ??= begun?.then((stop) => stop());
    await ended;
    process.exit();
  }
  if ("shopIsBusy" in order) {
    // A mailer that is ending finishes its mails at full speed.
    if (ended === undefined) cpuShare.giveWay(order.shopIsBusy);
    begun?.then(beat, () => {});
    return;
  }
  begun = begin(order.begin);
  await begun;
  setInterval(beat, order.beatMs);
  beat();
}

/** A wrong clock is the machine's problem, and the server has logged it. */
const siteSays = { warn() {}, info() {} };

/** Starts working; returns the function that stops it cleanly. */
async function begin(settings: MailerSettings): Promise<() => Promise<void>> {
  const { databaseUrl, publicUrl, dataDir, deadAfterMinutes, ...ways } = settings;
  const { db, pool, close } = openDatabase(databaseUrl, { max: connections, applicationName: "foyer mails" });
  const clock = await openDatabaseClock(db, { log: siteSays });
  const transport = createTransport(ways);
  const tasks = inTurn(mailTasks({ db, publicUrl, dataDir, clock: clock.now }, transport));
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

/** Makes each task wait for its turn. */
function inTurn(tasks: Tasks): Tasks {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [name, (payload) => cpuShare.take(() => work(payload))]),
  );
}

function beat(): void {
  tell({ beat: { memoryMb: process.memoryUsage.rss() / 2 ** 20, givesWay: cpuShare.givesWay } });
}

const log: JobLog = {
  error: (fields, message) => tell({ log: "error", fields, message }),
  warn: (fields, message) => tell({ log: "warn", fields, message }),
};

function tell(news: MailerNews): void {
  process.send?.(news, () => {});
}
