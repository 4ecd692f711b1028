// Invariant: the secret file is complete or absent, even if two processes create it.
import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartProblem } from "../startProblem.ts";
import type { Environment } from "./environment.ts";

/** With a copy of the database, a shorter secret could be guessed. */
const minCharacters = 32;

/** The configured secrets; the first one encrypts. */
export function readServerSecrets({ listed, expect }: Environment): string[] {
  const secrets = listed("SERVER_SECRET");
  expect(
    "SERVER_SECRET",
    secrets.every((secret) => secret.length >= minCharacters),
    `random and of at least ${minCharacters} characters, such as: openssl rand -base64 32`,
  );
  return secrets;
}

/**
 * The secrets of `config`, or the one in DATA_DIR, which is created if it is missing.
 * @throws StartProblem if that file is unusable.
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
  const stored = (await readSecretFile(path)) ?? (await createSecretFile(dataDir, path));
  if (stored.length >= minCharacters) return [stored];
  throw new StartProblem(
    `${path} is damaged: it holds fewer than ${minCharacters} characters. Restore it from a backup, or set the secret with SERVER_SECRET.`,
  );
}

async function readSecretFile(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartProblem(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function createSecretFile(dataDir: string, path: string): Promise<string> {
  const temporaryPath = `${path}.${randomBytes(6).toString("hex")}`;
  const secret = randomBytes(32).toString("base64url");
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(temporaryPath, `${secret}\n`, { mode: 0o600, flush: true });
    await link(temporaryPath, path);
    return secret;
  } catch (error) {
    const concurrentSecret =
      (error as NodeJS.ErrnoException).code === "EEXIST" && (await readSecretFile(path));
    if (typeof concurrentSecret === "string") return concurrentSecret;
    throw new StartProblem(`${path} cannot be written: ${(error as Error).message}`);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}
