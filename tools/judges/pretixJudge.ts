// Imports an event from a real pretix, and from the recorded answers (server/testing/pretix/answers.json). Both imports
// must be equal.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { freePort } from "../../server/db/embedded.ts";
import { temporaryFolder } from "../../server/testing/cluster.ts";
import { hangTimeoutMs } from "../../server/testing/patience.ts";
import {
  fakePretixSource,
  type RecordedAnswers,
  recordedAnswers,
  startFakePretix,
} from "../../server/testing/pretix/fakePretix.ts";
import { type CheckOutcome, repository, runTool } from "../checks/check.ts";
import { callSite, signInDemo } from "./callSite.ts";
import { installIfMissing, judgesFolder, pythonPackages, pythonProgram } from "./installed.ts";
import type { Judge } from "./judge.ts";
import { runningSite } from "./runningSite.ts";

const version = "2026.8.0";
const python = pythonProgram("pretix", "python");
/** It is kept between runs, because pretix needs minutes to make it. */
const emptyDatabase = join(judgesFolder, `pretix-${version}.sqlite3`);

export const pretixJudge: Judge = {
  name: "pretix",
  nightly: true,
  install: async () =>
    (await pythonPackages("pretix", [`pretix==${version}`])) ??
    installIfMissing(() => existsSync(emptyDatabase), makeDatabase, "pretix's database"),
  run: () => compare(recordedAnswers()),
  control() {
    const answers = recordedAnswers();
    return compare({ ...answers, orders: answers.orders.slice(1) });
  },
};

const comparedCalls = [
  "ticket/getTicketsByEventId",
  "sharedCapacity/getByEventId",
  "event/getExtras",
  "form/getFormQuestions",
  "promoCode/getByEventId",
  "registration/getAttendees",
] as const;

async function compare(answers: RecordedAnswers): Promise<CheckOutcome> {
  const folder = await temporaryFolder();
  const site = await runningSite();
  const pretix = await startPretix(folder);
  const fake = await startFakePretix({ answers });
  try {
    const token = await signInDemo(site.url, "admin");
    const importFrom = async (source: { url: string; token: string }) => {
      const body = { ...fakePretixSource, ...source, people: true };
      const { payload } = await callSite(site.url, "event/fromPretix", { body, token });
      const { id } = payload as { id: number };
      const payloads = new Map<string, unknown>([["event/fromPretix", payload]]);
      for (const call of comparedCalls)
        payloads.set(call, (await callSite(site.url, `${call}?eventId=${id}`, { token })).payload);
      return payloads;
    };
    const real = await importFrom(pretix);
    const recorded = await importFrom({ url: fake.url, token: fakePretixSource.token });
    const failures = [...real].flatMap(([call, payload]) => {
      const [one, other] = [payload, recorded.get(call)].map(withoutIds);
      return isDeepStrictEqual(one, other)
        ? []
        : [`${call} is not as recorded.\npretix: ${JSON.stringify(one)}\nrecorded: ${JSON.stringify(other)}`];
    });
    return { passed: real.size - failures.length, failures };
  } finally {
    await fake.close();
    await pretix.stop();
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the fields that differ between two imports of the same event. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) =>
      !/^id$|Ids?$|slug|Url$|Uuid$|Key$|Text$|orderNumber|sortOrder|createdAt|updatedAt|version/.test(key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutIds(inner)]));
}

async function startPretix(folder: string) {
  const database = join(folder, "pretix.sqlite3");
  await copyFile(emptyDatabase, database);
  const port = await freePort();
  const env = await settingsOf(folder, database, port);
  const fill = join(repository, "tools", "judges", "pretixEvent.py");
  const filled = await runTool(python, [fill], env);
  const token = /^token (\S+)$/m.exec(filled.stdout)?.[1];
  if (token === undefined) throw new Error(`pretix has no event: ${filled.stdout}${filled.stderr}`);
  const server = spawn(python, ["-m", "pretix", "runserver", "--noreload", `127.0.0.1:${port}`], {
    env: { ...process.env, ...env },
    cwd: folder,
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, server);
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return { url, token, stop };
}

async function makeDatabase(): Promise<void> {
  const folder = await temporaryFolder();
  try {
    const made = join(folder, "pretix.sqlite3");
    const env = await settingsOf(folder, made, 0);
    const { code, stderr } = await runTool(python, ["-m", "pretix", "migrate"], env);
    if (code !== 0) throw new Error(`pretix's migrations ended with code ${code}: ${stderr.slice(-2000)}`);
    await copyFile(made, `${emptyDatabase}.next`);
    await rename(`${emptyDatabase}.next`, emptyDatabase);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function settingsOf(folder: string, database: string, port: number): Promise<Record<string, string>> {
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { recursive: true });
  const file = join(folder, "pretix.cfg");
  const lines = [
    "[pretix]",
    "instance_name=Judge",
    `url=http://127.0.0.1:${port}`,
    `datadir=${dataDir}`,
    "registration=off",
    "[database]",
    "backend=sqlite3",
    `name=${database}`,
    "[django]",
    "secret=for-this-judge-only-0123456789abcdef0123456789",
    "debug=on",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return { PRETIX_CONFIG_FILE: file, DATA_DIR: dataDir };
}

async function untilAnswers(url: string, server: ChildProcess): Promise<void> {
  for (const endsAt = Date.now() + hangTimeoutMs; ; ) {
    const reply = await fetch(`${url}/api/v1/organizers/`).catch(() => null);
    if (reply !== null) return;
    if (server.exitCode !== null || Date.now() > endsAt) throw new Error("pretix has not started.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
