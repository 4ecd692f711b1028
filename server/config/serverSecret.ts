// Which secret are the keys derived from, that no copy of the database tells?
// Invariant: a file of ours is whole or not there, also when two processes make it at once.
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartProblem } from "../startProblem.ts";
import type { Environment } from "./environment.ts";

/** Fewer characters could be guessed by whoever has a copy of the database. */
const leastCharacters = 32;

/** The secrets that were given, the one that seals first; none: the one of DATA_DIR. */
export function readServerSecrets({ listed, expect }: Environment): string[] {
  const secrets = listed("SERVER_SECRET");
  expect(
    "SERVER_SECRET",
    secrets.every((secret) => secret.length >= leastCharacters),
    `random and of at least ${leastCharacters} characters, such as: openssl rand -base64 32`,
  );
  return secrets;
}

/**
 * The secrets of `config`, or the one that is kept in DATA_DIR, which the first start makes.
 * @throws StartProblem where that file cannot be read or is none of ours.
 */
export async function serverSecretsOf({
  dataDir,
  serverSecrets,
}: {
  dataDir: string;
  serverSecrets: readonly string[];
}): Promise<readonly string[]> {
  if (serverSecrets.length > 0) return serverSecrets;
  const path = join(dataDir, "server-secret");
  const kept = (await readIfThere(path)) ?? (await make(dataDir, path));
  if (kept.length >= leastCharacters) return [kept];
  throw new StartProblem(
    `${path} is damaged: it holds fewer than ${leastCharacters} characters. Put it back from a copy, or name the secret with SERVER_SECRET.`,
  );
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartProblem(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Written beside and linked: whoever comes second finds the file whole, and takes it. */
async function make(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomBytes(6).toString("hex")}`;
  const secret = randomBytes(32).toString("base64url");
  try {
    await writeFile(unfinished, `${secret}\n`, { mode: 0o600, flush: true });
    await link(unfinished, path);
    return secret;
  } catch (error) {
    const isThereNow = (error as NodeJS.ErrnoException).code === "EEXIST" && (await readIfThere(path));
    if (typeof isThereNow === "string") return isThereNow;
    throw new StartProblem(`${path} cannot be written: ${(error as Error).message}`);
  } finally {
    await rm(unfinished, { force: true });
  }
}
