import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../testing/cluster.ts";
import { FolderTaken, lockFolder } from "./folderLock.ts";

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a folder is locked until it is released", () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderTaken);
  release();
  release();
  lockFolder(folder)();
});

test("a lock file that cannot be locked is not taken for another Foyer", () => {
  writeFileSync(join(folder, "foyer.lock"), "not a database".repeat(100));
  expect(() => lockFolder(folder)).toThrow(/cannot be used: file is not a database/);
});
