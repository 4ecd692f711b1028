/** Searches the logs of a run for secrets, known from the databases, from the pages' requests, or by their form. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runningEmbedded } from "../../server/db/embedded.ts";
import { testPassword } from "../../server/testing/builders.ts";
import { inSameCluster, runQuery } from "../../server/testing/cluster.ts";
import { loggedSecrets, minValueLength } from "../../tools/checks/loggedSecrets.ts";
import { type Secrets, secretsOfDatabase } from "../../tools/checks/secrets.ts";
import { demoAccounts } from "../../tools/demo/seed.ts";

/** `cluster` has the databases of journeys with their own server, if there are any. */
type Run = { url: string; dataDir: string; cluster: string | null; logs: string };

/** Collects the texts that no log of this run may contain. Call it while server and databases run. */
export async function secretsOfRun({ url: site, dataDir, cluster, logs }: Run): Promise<Secrets> {
  // Makes sure that there is a line to check.
  await fetch(`${site}/api/info`);
  const secrets: Secrets = { values: new Map(), hashes: new Map() };
  for (const url of [runningEmbedded(dataDir), ...(cluster === null ? [] : await databasesIn(cluster))]) {
    const { values, hashes } = await secretsOfDatabase(url);
    for (const [value, what] of values) secrets.values.set(value, what);
    for (const [hash, what] of hashes) secrets.hashes.set(hash, what);
  }
  for (const line of await linesIn(logs, /^sent-/)) {
    const [name, value] = JSON.parse(line) as [string, string];
    secrets.values.set(value, `sent as ${name}`);
  }
  for (const password of [testPassword, ...demoAccounts.map((account) => account.password)])
    secrets.values.set(password, "a password");
  return secrets;
}

async function databasesIn(cluster: string): Promise<string[]> {
  const rows = (await runQuery(
    cluster,
    "select datname from pg_database where datname like 'journey_%'",
  )) as { datname: string }[];
  return rows.map(({ datname }) => inSameCluster(cluster, datname));
}

/** Throws if a log contains a secret, if no request was logged, or if a planted secret is not found. */
export async function judgeLogs(secrets: Secrets, logs: string): Promise<void> {
  const lines = await linesIn(logs, /\.log$/);
  if (!lines.some((line) => line.includes('"msg":"request"')))
    throw new Error("The journeys' sites have logged no request: nothing could be judged.");
  const oneOfEach = new Map([...secrets.values].map(([value, what]) => [what, value]));
  const unseen = [...oneOfEach].filter(([what, value]) => {
    const planted = JSON.stringify({ level: 30, msg: "request", path: `/${value}` });
    return (
      value.length >= minValueLength &&
      !loggedSecrets([planted], secrets).some((found) => found.what === what)
    );
  });
  if (unseen.length > 0) throw new Error(`Not found in a log line that contains it: ${unseen.join("; ")}`);
  const found = loggedSecrets(lines, secrets);
  if (found.length > 0)
    throw new Error(
      `A log contains a secret or a name:\n${found.map(({ what, line }) => `${what}: ${line}`).join("\n")}`,
    );
}

async function linesIn(folder: string, names: RegExp): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => names.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
}
