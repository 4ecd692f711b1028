import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../testing/cluster.ts";
import { findExposedFiles } from "./exposedFiles.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "outbox"), { mode: 0o700 });
  await writeFile(join(dataDir, "server-secret"), "x", { mode: 0o600 });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("a folder that only its owner and group may read, or that does not exist yet, has no exposed files", async () => {
  expect(findExposedFiles(dataDir)).toEqual([]);
  await chmod(dataDir, 0o2770);
  expect(findExposedFiles(dataDir)).toEqual([]);
  expect(findExposedFiles(join(dataDir, "not-there"))).toEqual([]);
});

test("the data folder, its outbox and its secret are listed with the commands that close them to other users", async () => {
  await chmod(dataDir, 0o755);
  await chmod(join(dataDir, "outbox"), 0o701);
  await chmod(join(dataDir, "server-secret"), 0o604);
  expect(findExposedFiles(dataDir)).toEqual([
    `Other users of this machine may read or change ${dataDir}. Close it: chmod 711 ${dataDir}`,
    `Other users of this machine may read or change ${dataDir}/outbox. Close it: chmod -R o-rwx ${dataDir}/outbox`,
    `Other users of this machine may read or change ${dataDir}/server-secret. Close it: chmod 600 ${dataDir}/server-secret`,
  ]);
});
