/**
 * The servers of a simulation: two nodes on one database. Each of their statements waits for its turn. A node may be
 * killed: its connections are cut, its work is never resumed, and a new node replaces it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { pino } from "pino";
import { type AppWithCheckout, buildApp } from "../../server/app.ts";
import { type Db, openDatabase } from "../../server/db/pool.ts";
import type { PaymentProvider } from "../../server/payments/provider.ts";
import { testSecretBox } from "../../server/testing/accounts.ts";
import type { SimulatedDatabase } from "./database.ts";
import type { Ask, BrokenRule, Statement } from "./guards.ts";
import type { Killable, Turns } from "./turns.ts";

/** One node: an application with its own connections. */
export interface SimulatedNode extends Killable {
  app: AppWithCheckout;
  db: Db;
  /** Resolves when it was killed. */
  died: Promise<void>;
  /** Its last unexpected error, for the message of a fault. */
  lastFailure(): string;
}

/** The parts of the servers. */
export interface SiteParts {
  database: SimulatedDatabase;
  turns: Pick<Turns, "inTurn">;
  clock: () => Date;
  provider: (owner: Killable) => PaymentProvider;
  brokenRule: BrokenRule;
}

/** The current nodes. */
export interface SimulatedSite {
  nodes: readonly SimulatedNode[];
  kill(owner: Killable): Promise<void>;
  /** Closes it after a complete history. */
  close(): Promise<void>;
  /** Leaves it in the middle of a history: everybody who waits for a turn waits forever. */
  abandon(): Promise<void>;
}

const connections = 5;

/** Opens the servers. */
export async function openSite(parts: SiteParts): Promise<SimulatedSite> {
  const closings: (() => Promise<unknown>)[] = [];
  const deaths = new Map<Killable, () => void>();
  let built = 0;

  async function build(): Promise<SimulatedNode> {
    const name = `node ${++built}`;
    const { promise: died, resolve } = Promise.withResolvers<void>();
    const owner: Killable = { name, isDead: false };
    const { db, pool, close } = openDatabase(parts.database.url, { max: connections, applicationName: name });
    const gate = openGate(pool, { owner, turns: parts.turns, brokenRule: parts.brokenRule });
    // All connections exist from the start, so that a waiting caller waits for another to release one. A machine that
    // is busy with other tests may take longer than a pool's timeout.
    const connectWithRetry = () => pool.connect().catch(() => pool.connect());
    const clients = await Promise.all(Array.from({ length: connections }, connectWithRetry));
    for (const client of clients) client.release();
    let failure = "nothing";
    const app = await buildApp({
      db,
      provider: parts.provider(owner),
      secretBox: testSecretBox,
      publicUrl: "http://foyer.test",
      dataDir: "/nonexistent",
      corsOrigins: [],
      trustProxy: false,
      log: pino(
        { level: "error" },
        {
          write: (line) => {
            failure = failureText(line);
          },
        },
      ),
      clock: parts.clock,
      limited: false,
    });
    await app.http.ready();
    gate.isShut = true;
    closings.push(() => app.http.close());
    deaths.set(owner, resolve);
    const node = Object.assign(owner, { app, db, died, lastFailure: () => failure });
    closings.push(() => {
      gate.isShut = false;
      // A killed node never returns its connections, so nobody may wait for them.
      return node.isDead ? Promise.resolve(void pool.end()) : close();
    });
    return node;
  }

  async function killNode(owner: Killable): Promise<void> {
    owner.isDead = true;
    const { query } = parts.database;
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()",
      [owner.name],
    );
    const processes = () =>
      query("select 1 from pg_stat_activity where application_name = $1 and datname = current_database()", [
        owner.name,
      ]);
    // The node's locks are free when its processes have ended.
    while ((await processes()).length > 0);
    deaths.get(owner)!();
  }

  const nodes = [await build(), await build()];
  const close = async () => {
    for (const end of closings) await end();
  };
  return {
    nodes,
    async kill(owner) {
      await killNode(owner);
      const place = nodes.indexOf(owner as SimulatedNode);
      nodes[place] = await build();
    },
    close,
    async abandon() {
      for (const node of nodes) await killNode(node);
      await close();
    },
  };
}

/** Makes every statement of a pool wait for its turn, and the statements of one connection for each other. */
function openGate(
  pool: pg.Pool,
  { owner, turns, brokenRule }: { owner: Killable; turns: Pick<Turns, "inTurn">; brokenRule: BrokenRule },
): { isShut: boolean } {
  const gate = { isShut: false };
  pool.on("connect", (client) => {
    const ask: Ask = client.query.bind(client);
    const send = brokenRule.connection?.() ?? (({ text, values }: Statement) => ask(text, values));
    let previous: Promise<unknown> = Promise.resolve();
    const queryInTurn: Ask = (text, values) => {
      if (!gate.isShut) return ask(text, values);
      // Statements run in the order in which they were called, each in its caller's context.
      const context = AsyncLocalStorage.snapshot();
      const result = previous.then(() =>
        context(() => {
          const doing = { label: labelOf(text), owner, pid: pidOf(client) };
          const statement: Statement = { text, values: values ?? [] };
          const changed = brokenRule.statement?.(statement) ?? statement;
          return turns.inTurn(doing, () => send(changed, ask));
        }),
      );
      previous = result.catch(() => {});
      return result;
    };
    Object.assign(client, { query: queryInTurn });
  });
  return gate;
}

function failureText(line: string): string {
  const { err, msg } = JSON.parse(line) as { err?: { message: string }; msg: string };
  return err?.message ?? msg;
}

/** pg stores the id of its server process, but does not declare it. */
function pidOf(client: pg.PoolClient): number | null {
  const { processID } = client as unknown as { processID?: number };
  return processID ?? null;
}

/** A short form of a statement. */
function labelOf(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 70);
}
