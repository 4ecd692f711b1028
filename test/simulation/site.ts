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

export interface SimulatedNode extends Killable {
  app: AppWithCheckout;
  db: Db;
  /** Resolves when the node is killed. */
  died: Promise<void>;
  /** The node's last logged error, for the message of a fault. */
  lastFailure(): string;
}

export interface SiteParts {
  database: SimulatedDatabase;
  turns: Pick<Turns, "inTurn">;
  clock: () => Date;
  provider: (owner: Killable) => PaymentProvider;
  brokenRule: BrokenRule;
}

export interface SimulatedSite {
  nodes: readonly SimulatedNode[];
  kill(owner: Killable): Promise<void>;
  /** Closes the site after a complete history. */
  close(): Promise<void>;
  /** Leaves the site in the middle of a history; calls that wait for a turn wait forever. */
  abandon(): Promise<void>;
}

const connections = 5;

/** Opens two nodes on one database, whose statements wait for their turns. A new node replaces a killed one. */
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
    // All connections exist from the start, so that a caller waits only for another to release one. On a busy machine
    // the first try may exceed the pool's timeout.
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

/** While the gate is shut, statements wait for their turns, and those of one connection for each other. */
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

function labelOf(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 70);
}
