import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../testing/cluster.ts";
import { serverSecretsOf } from "./serverSecret.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const kept = () => serverSecretsOf({ dataDir, serverSecrets: [] });

test("the first start makes one for its user alone, and the next ones take it", async () => {
  const [secret] = await kept();
  expect(Buffer.from(secret!, "base64url")).toHaveLength(32);
  expect(await kept()).toEqual([secret]);
  expect((await stat(join(dataDir, "server-secret"))).mode & 0o777).toBe(0o600);
  expect((await readFile(join(dataDir, "server-secret"), "utf8")).trim()).toBe(secret);
});

test("two that start at once have one secret, and leave nothing else behind", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, kept));
  expect(new Set(made.flat()).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["server-secret"]);
});

test("with secrets by name no file is made", async () => {
  expect(await serverSecretsOf({ dataDir, serverSecrets: ["one", "two"] })).toEqual(["one", "two"]);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a damaged file is said in a sentence, and never replaced", async () => {
  await writeFile(join(dataDir, "server-secret"), "half\n");
  await expect(kept()).rejects.toThrow("server-secret is damaged: it holds fewer than 32 characters.");
  expect(await readFile(join(dataDir, "server-secret"), "utf8")).toBe("half\n");
});
