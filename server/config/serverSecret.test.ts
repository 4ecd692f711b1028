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

const secretsNow = () => serverSecretsOf({ dataDir, serverSecrets: [] });

test("the first start makes a secret that only Foyer's system user can read, and later starts use it", async () => {
  const [secret] = await secretsNow();
  expect(Buffer.from(secret!, "base64url")).toHaveLength(32);
  expect(await secretsNow()).toEqual([secret]);
  expect((await stat(join(dataDir, "server-secret"))).mode & 0o777).toBe(0o600);
  expect((await readFile(join(dataDir, "server-secret"), "utf8")).trim()).toBe(secret);
});

test("20 concurrent starts use the same secret and leave no other file", async () => {
  const results = await Promise.all(Array.from({ length: 20 }, secretsNow));
  expect(new Set(results.flat()).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["server-secret"]);
});

test("no secret file is made if the secrets are configured", async () => {
  expect(await serverSecretsOf({ dataDir, serverSecrets: ["one", "two"] })).toEqual(["one", "two"]);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a damaged secret file is reported in a sentence and not replaced", async () => {
  await writeFile(join(dataDir, "server-secret"), "half\n");
  await expect(secretsNow()).rejects.toThrow("server-secret is damaged: it holds fewer than 32 characters.");
  expect(await readFile(join(dataDir, "server-secret"), "utf8")).toBe("half\n");
});

test.skipIf(process.platform !== "linux")(
  "a data folder that cannot be made is reported in a sentence",
  async () => {
    const refused = serverSecretsOf({ dataDir: "/sys/no-folder", serverSecrets: [] });
    await expect(refused).rejects.toThrow("/sys/no-folder/server-secret cannot be written: ");
  },
);
