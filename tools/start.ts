// npm start: starts Foyer with a build of the web app. npm run dev (--dev): serves the web app from its sources.
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { pino } from "pino";
import { userByEmail } from "../server/accounts/rows.ts";
import { type Config, readConfig } from "../server/config.ts";
import type { Db } from "../server/db/pool.ts";
import { builtPages } from "../server/http/pages/pagesBuilt.ts";
import { devPages } from "../server/http/pages/pagesDev.ts";
import { type Foyer, startFoyer } from "../server/main.ts";
import { StartProblem } from "../server/startProblem.ts";
import { buildIfStale } from "./build.ts";
import { demoPasswordProblems } from "./demo/demoLeft.ts";
import { demoAccounts, seedDemo } from "./demo/seed.ts";

const isDeveloping = process.argv.includes("--dev");
const log = pino();

/** The time that requests and jobs may still take after Ctrl-C or SIGTERM. */
const graceMs = 15_000;

try {
  const config = readConfig(process.env);
  const starting = start(config);
  // Installed early, because somebody may press Ctrl-C while the database is starting. Unhandled rejections are left to
  // server/jobs/run.ts: most come from a lost database, which Foyer survives.
  closeWithGrace({ delay: graceMs, logger: log, skip: ["unhandledRejection"] }, async ({ err }) => {
    if (err) log.fatal({ err }, "Foyer stops because of an uncaught error");
    await starting.then(({ foyer }) => foyer.stop()).catch(() => {});
  });
  endWithNpm();
  announce(await starting, config);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}

type StartedSite = { foyer: Foyer; hasDemo: boolean };

async function start(config: Config): Promise<StartedSite> {
  if (!isDeveloping && (await buildIfStale())) console.log("Built the web app.");
  const redirectOrigins = config.corsOrigins;
  const dist = fileURLToPath(new URL("../dist", import.meta.url));
  const configFile = fileURLToPath(new URL("vite.config.ts", import.meta.url));
  let hasDemo = false;
  const foyer = await startFoyer(config, {
    log,
    pages: (listener) =>
      isDeveloping
        ? devPages({ configFile, redirectOrigins })
        : builtPages({ dist, redirectOrigins, listener }),
    prepare: async (db) => {
      const unfit = [...config.unfit, ...(config.production ? await demoPasswordProblems(db) : [])];
      if (unfit.length > 0) throw new StartProblem(unfitWords(unfit));
      if (config.production) return;
      await seedDemo(db, { dataDir: config.dataDir, now: new Date() });
      hasDemo = await isDemo(db);
    },
  }).catch((error: unknown) => {
    // Adds the unsafe settings, so that the operator learns of all problems at the first start.
    if (!(error instanceof StartProblem) || config.unfit.length === 0) throw error;
    const isReported = config.unfit.every((sentence) => error.message.includes(sentence));
    throw isReported ? error : new StartProblem(`${error.message}\n${unfitWords(config.unfit)}`);
  });
  return { foyer, hasDemo };
}

function unfitWords(sentences: readonly string[]): string {
  const list = sentences.map((sentence) => `  - ${sentence}`).join("\n");
  return `Foyer does not start, because it is not ready for the public:\n${list}`;
}

async function isDemo(db: Db): Promise<boolean> {
  const users = await Promise.all(demoAccounts.map(({ email }) => userByEmail(db, email)));
  return users.every((user) => user !== undefined);
}

function announce({ foyer, hasDemo }: StartedSite, config: Config): void {
  console.log(`\nFoyer is at ${foyer.url}`);
  if (hasDemo) {
    console.log("It shows a demo world. Sign in at /auth/Signin as");
    for (const { role, email, password, scope } of demoAccounts)
      console.log(`  ${role.padEnd(5)} ${email}  ${password}  (${scope})`);
  }
  if (config.paymentProvider === "test")
    console.log("Payments are tests: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.");
  if (config.smtpUrl === null)
    console.log(
      `Mails become files in ${config.dataDir}/outbox${config.production ? "" : `, to be read at ${foyer.url}/dev/outbox`}`,
    );
  console.log("Ctrl-C stops it.\n");
}

/** If npm is ended, its shell ends without a signal to us, so we watch the shell. */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
