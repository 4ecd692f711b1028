// Parts stop in the reverse order of their start, except that the HTTP server and its listener stop before the jobs.
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { sealSecondFactors } from "./accounts/secondFactor/secondFactor.ts";
import { openSecretBox } from "./accounts/secondFactor/secretBox.ts";
import { type AppParts, buildApp } from "./app.ts";
import { openCheckout } from "./checkout/checkout.ts";
import { serverSecretsOf } from "./config/serverSecret.ts";
import type { Config } from "./config.ts";
import { checkServer } from "./db/checkServer.ts";
import { openDatabaseClock } from "./db/databaseClock.ts";
import { startEmbedded } from "./db/embedded.ts";
import { type Listener, openListener } from "./db/listen.ts";
import { migrate } from "./db/migrate.ts";
import { type Db, openDatabase } from "./db/pool.ts";
import { openPulse, type Pulse } from "./db/pulse.ts";
import { closeHttp } from "./http/timeouts.ts";
import { startJobs, type Tasks } from "./jobs/run.ts";
import { deadAfterMinutes, unlockDeadJobs } from "./jobs/unlock.ts";
import { type MailerSettings, startMailer } from "./mailer/mailer.ts";
import { createProvider } from "./payments/createProvider.ts";
import { type PaymentProvider, ProviderDown } from "./payments/provider.ts";
import { StartProblem } from "./startProblem.ts";
import { backgroundTasks, type TaskParts } from "./tasks.ts";

export type FoyerOptions = {
  log: Logger;
  /** The listener notifies the pages of changes. */
  pages?: (listener: Listener) => NonNullable<AppParts["pages"]>;
  /** Runs at each start, before the first request. */
  prepare?: (db: Db) => Promise<void>;
  /** False for load tests, whose requests come from one client. */
  limited?: boolean;
};

export type Foyer = {
  /** PUBLIC_URL; with PORT=0, `:0` at its end becomes the chosen port. */
  url: string;
  /** Stops all parts, also the embedded database. */
  stop(): Promise<void>;
};

/** The sizes of this process's connection pools. The mailer has its own. */
export const requestConnections = 10;
export const jobConnections = 6;

/** Starts the parts that the role needs. @throws StartProblem if the cause is a known one. */
export async function startFoyer(config: Config, options: FoyerOptions): Promise<Foyer> {
  const stopFunctions: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (let stopPart = stopFunctions.pop(); stopPart; stopPart = stopFunctions.pop()) {
      // A part that fails to stop must not keep the others from stopping.
      await stopPart().catch((error: unknown) => options.log.error({ err: error }, "could not stop cleanly"));
    }
  };
  try {
    return { url: await start(config, options, stopFunctions), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  { log, pages, prepare, limited }: FoyerOptions,
  stopFunctions: (() => Promise<unknown>)[],
): Promise<string> {
  const { port, publicUrl } = await addressOf(config);
  makeDataDir(config, log);

  const secretBox = openSecretBox(await serverSecretsOf(config));

  const databaseUrl = await startDatabase(config, log, stopFunctions);
  const isOnlyServer = config.databaseUrl === null;
  await migrate(databaseUrl, undefined, { allowNewer: config.allowNewerDatabase });
  const pulse = openPulse(databaseUrl, { log });
  stopFunctions.push(pulse.stop);
  const { db, close } = openDatabase(databaseUrl, { max: requestConnections, pulse });
  stopFunctions.push(close);
  const clock = await openDatabaseClock(db, { log });
  stopFunctions.push(clock.stop);
  const { unreadable } = await sealSecondFactors({ db, secretBox });
  if (unreadable > 0)
    log.warn(
      { secondFactors: unreadable },
      "second factors were encrypted with another SERVER_SECRET: their owners need a recovery code to sign in",
    );
  await prepare?.(db);

  const outboxDir = join(config.dataDir, "outbox");
  const provider = await createProvider(config, db, { clock: clock.now, log });
  // Pushed before the HTTP server, which therefore stops first, so that no requests arrive while jobs finish.
  let backgroundWork: { stop(): Promise<void> } | undefined;
  stopFunctions.push(async () => backgroundWork?.stop());

  let taskParts: TaskParts;
  if (config.role === "worker") {
    const services = { db, clock: clock.now, dataDir: config.dataDir };
    taskParts = { services, checkout: openCheckout({ ...services, provider }) };
  } else {
    const listener = await openListener(databaseUrl);
    stopFunctions.push(listener.close);
    const app = await buildApp({
      db,
      provider,
      secretBox,
      publicUrl,
      dataDir: config.dataDir,
      clock: clock.now,
      clockCheck: clock.trouble,
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      supportPhone: config.supportPhone,
      policies: config.policies,
      approvesFirstEvents: config.approvesFirstEvents,
      apiDocs: config.apiDocs,
      pretix: { mayAskLoopback: !config.production },
      log,
      listener,
      outboxDir: config.production || config.smtpUrl !== null ? null : outboxDir,
      ...(limited === undefined ? {} : { limited }),
      ...(pages === undefined ? {} : { pages: pages(listener) }),
    });
    // Null means that notifications may have been missed: then all are forgotten.
    await listener.on("session_ended", (tokenHash) => app.services.sessions.forget(tokenHash ?? undefined));
    await listener.on("door_ended", (tokenHash) => app.services.passes.forget(tokenHash ?? undefined));
    stopFunctions.push(() => closeHttp(app.http));
    await app.http.listen({ port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
      throw problemOfListening(error, config.host, port);
    });
    taskParts = app;
  }
  if (config.role !== "web")
    backgroundWork = await startWork(
      taskParts,
      { ...config, databaseUrl, publicUrl, outboxDir },
      { isOnlyServer, pulse, log },
    );
  checkKey(provider, log);
  return publicUrl;
}

async function startWork(
  taskParts: TaskParts,
  { databaseUrl, publicUrl, dataDir, outboxDir, smtpUrl, mailFrom }: Omit<MailerSettings, "deadAfterMinutes">,
  { isOnlyServer, pulse, log }: { isOnlyServer: boolean; pulse: Pulse; log: Logger },
): Promise<{ stop(): Promise<void> }> {
  // If this is the only server, a job that is locked now belongs to a dead process.
  const lockedForMinutes = isOnlyServer ? 0 : deadAfterMinutes;
  const { db } = taskParts.services;
  const tasks = backgroundTasks(taskParts);
  await unlockDeadJobs(db, lockedForMinutes, Object.keys(tasks));
  const jobDatabase = openDatabase(databaseUrl, {
    max: jobConnections,
    applicationName: "foyer jobs",
    pulse,
  });
  const jobs = await startJobs(jobDatabase.pool, withUnlocking(tasks, db), { log }).catch(async (error) => {
    await jobDatabase.close();
    throw error;
  });
  const mailer = startMailer(
    { databaseUrl, publicUrl, dataDir, outboxDir, smtpUrl, mailFrom, deadAfterMinutes: lockedForMinutes },
    { log },
  );
  return {
    async stop() {
      await Promise.all([jobs.stop(), mailer.stop()]);
      await jobDatabase.close();
    },
  };
}

/** Logs a wrong key at the start instead of at the first order. */
function checkKey(provider: PaymentProvider, log: Logger): void {
  provider.checkKey?.().catch((error: unknown) => {
    const isKeyRefused = error instanceof ProviderDown && error.trouble === "key";
    log.warn(
      { err: error },
      isKeyRefused
        ? "payments do not work: Stripe does not accept STRIPE_SECRET_KEY, or the key lacks a right"
        : "Stripe could not be asked whether STRIPE_SECRET_KEY works",
    );
  });
}

/** Makes DATA_DIR. With an external database, a failure is only logged. */
function makeDataDir({ dataDir, databaseUrl }: Config, log: Logger): void {
  try {
    // If Foyer runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
    const mode = process.getuid?.() === 0 && databaseUrl === null ? 0o711 : 0o700;
    mkdirSync(dataDir, { recursive: true, mode });
  } catch (error) {
    if (databaseUrl === null)
      throw new StartProblem(
        `The folder ${dataDir} cannot be made: ${error instanceof Error ? error.message : String(error)}. Fix the permissions of DATA_DIR, or set another folder.`,
      );
    log.warn({ err: error }, "the data folder cannot be created: pictures cannot be stored");
  }
}

/** Before each sweep, unlocks the jobs of processes that count as dead. */
function withUnlocking(tasks: Tasks, db: Db): Tasks {
  return {
    ...tasks,
    sweep: async (payload) => {
      await unlockDeadJobs(db, deadAfterMinutes);
      await tasks.sweep?.(payload);
    },
  };
}

async function startDatabase(
  config: Config,
  log: Logger,
  stopFunctions: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.databaseUrl !== null) {
    await checkServer(config.databaseUrl);
    return config.databaseUrl;
  }
  const embedded = await startEmbedded(config.dataDir, { log: (line) => log.warn(line) });
  stopFunctions.push(embedded.stop);
  return embedded.url;
}

/** Chooses the port before the parts start, because links contain it. */
async function addressOf({ port, host, publicUrl }: Config): Promise<{ port: number; publicUrl: string }> {
  if (port !== 0) return { port, publicUrl };
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw problemOfListening(error, host, port);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const freePort = typeof address === "object" && address !== null ? address.port : port;
  return { port: freePort, publicUrl: publicUrl.replace(/:0$/, `:${freePort}`) };
}

function problemOfListening(error: NodeJS.ErrnoException, host: string, port: number): StartProblem {
  if (error.code === "EADDRINUSE")
    return new StartProblem(
      `Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
    );
  if (error.code === "EACCES")
    return new StartProblem(
      `Port ${port} needs more rights than this user has. Choose one above 1023 with PORT.`,
    );
  return new StartProblem(
    `Foyer cannot listen on ${host}, port ${port}: ${error.message}. Change HOST or PORT.`,
  );
}
