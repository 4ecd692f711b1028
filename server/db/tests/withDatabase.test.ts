import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runQuery, temporaryFolder } from "../../testing/cluster.ts";
import { startEmbedded } from "../embedded.ts";
import { withDatabase } from "../withDatabase.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test("a tool starts the database if no app runs, and uses the database of a running app", async () => {
  const config = { databaseUrl: null, dataDir };
  await withDatabase(config, ({ db }) => db.insertInto("clubs").values({ name: "Alone" }).execute());

  const app = await startEmbedded(dataDir);
  try {
    await withDatabase(config, ({ db }) => db.insertInto("clubs").values({ name: "Beside" }).execute());
    expect(await runQuery(app.url, "select name from clubs order by id")).toEqual([
      { name: "Alone" },
      { name: "Beside" },
    ]);
  } finally {
    await app.stop();
  }
});
