import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { destination, pino } from "pino";
import { type AppWithCheckout, buildApp } from "../../server/app.ts";
import { openListener } from "../../server/db/listen.ts";
import { type Db, openDatabase } from "../../server/db/pool.ts";
import { builtPages } from "../../server/http/pages/pagesBuilt.ts";
import type { PaymentProvider } from "../../server/payments/provider.ts";
import { createTestProvider } from "../../server/payments/testProvider.ts";
import { testSecretBox } from "../../server/testing/accounts.ts";
import { cloneDatabase, inSameCluster } from "../../server/testing/cluster.ts";
import { test as base } from "./typed.ts";

/** A Foyer in the test's own process, so that tests can advance its time and read its rows. It runs no jobs. */
export interface PurchaseSite {
  url: string;
  db: Db;
  app: AppWithCheckout;
  /** Advances the server's time; page.clock moves the browser's. */
  pass(ms: number): void;
  /** Stops the site; further calls do nothing. */
  stop(): Promise<void>;
}

/** Starts a Foyer on its own database. */
export async function startSite(
  makeProvider: (db: Db, clock: () => Date) => PaymentProvider = createTestProvider,
): Promise<PurchaseSite> {
  const { E2E_CLUSTER: cluster = "", E2E_TEMPLATE: template = "", E2E_LOGS: logs = "" } = process.env;
  const name = `journey_${randomBytes(6).toString("hex")}`;
  await cloneDatabase(cluster, { name, source: template });
  const databaseUrl = inSameCluster(cluster, name);
  const { db, close } = openDatabase(databaseUrl, { applicationName: "foyer journeys" });
  let passedMs = 0;
  let stopping: Promise<void> | undefined;
  const clock = () => new Date(Date.now() + passedMs);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const listener = await openListener(databaseUrl);
  const app = await buildApp({
    db,
    listener,
    provider: makeProvider(db, clock),
    secretBox: testSecretBox,
    publicUrl: url,
    dataDir: "/nonexistent",
    corsOrigins: [],
    trustProxy: false,
    log: pino(destination({ dest: join(logs, `${name}.log`), sync: true })),
    clock,
    limited: false,
    pages: builtPages({ dist: fileURLToPath(new URL("../../dist", import.meta.url)), redirectOrigins: [] }),
  });
  await app.http.listen({ port, host: "localhost" });
  return {
    url,
    db,
    app,
    pass: (ms) => {
      passedMs += ms;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };

  async function stop(): Promise<void> {
    app.http.server.closeAllConnections();
    await app.http.close();
    await listener.close();
    await close();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "localhost", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

export interface Fixtures {
  /** Matches the errors and warnings that a test causes on purpose. */
  expectedNoise: RegExp | null;
  /** Any other error or warning in the console, or an uncaught error, fails the test. */
  quiet: undefined;
}

/** Matches the line that Chromium prints for a refusal of the API with one of these statuses. */
export const refusals = /the server responded with a status of 4(00|02|04|09)/;

export const test = base.extend<Fixtures, { site: PurchaseSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  expectedNoise: [null, { option: true }],
  quiet: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = [];
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) noise.push(message.text());
      });
      context.on("weberror", (error) => noise.push(String(error.error())));
      await use(undefined);
      expect(noise.filter((text) => expectedNoise?.test(text) !== true)).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
