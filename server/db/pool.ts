// A function that must run inside a transaction takes a `Tx`; a plain `Db` does not compile in its place.
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type Transaction,
} from "kysely";
import pg from "pg";
import type { Pulse } from "./pulse.ts";
import type { Schema } from "./schema.ts";
import { TurnSocket } from "./turnSocket.ts";
import { violatedConstraint } from "./violation.ts";

export type Db = Kysely<Schema>;
/** Every `Tx` is also a `Db`. */
export type Tx = Transaction<Schema>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** Waits for running queries. May be called twice. */
  close(): Promise<void>;
};

/** Limit for getting a connection, and for a lock in a transaction (SQLSTATE 55P03). */
const maxWaitMs = 10_000;
/** Limit for one statement of a transaction (57014): others may wait for its locks. */
const maxStatementMs = 60_000;

/**
 * Opens a pool; no connection is made before the first query.
 * @param url of a PostgreSQL from 15 on, or of a PgBouncer.
 * @param options.pulse ends the connections while the database is silent.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    applicationName = "foyer",
    pulse,
  }: { max?: number; applicationName?: string; pulse?: Pick<Pulse, "socket"> | undefined } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: maxWaitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
    stream: () => pulse?.socket() ?? new TurnSocket(),
  });
  // Without a listener, a connection that breaks would end the process.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));

  const db = new Kysely<Schema>({ dialect: new TransactionDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      closing ??= db.destroy().then(() => (pool.ended ? undefined : pool.end()));
      return closing;
    },
  };
}

const maxAttempts = 5;

/**
 * Runs `work` in one transaction. After a deadlock, a serialization failure or an Idempotency-Key that another
 * transaction has stored, it runs again, so `work` must keep no state outside the database, and call no provider.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** A query that is not sent yet. */
export type Statement<Row> = { compile(db: Db): CompiledQuery<Row> };

/**
 * Sends statements without waiting for the answers in between; returns the rows of each, none for a null. The server
 * runs them and takes locks in this order. The first error is thrown once all are answered; in a transaction the later
 * ones fail too (https://node-postgres.com/features/pipelining).
 * @param options.ahead statements that are sent first; their rows are not returned.
 */
export async function pipelined<Rows extends readonly unknown[]>(
  db: Db,
  statements: readonly [...{ [I in keyof Rows]: Statement<Rows[I]> | null }],
  { ahead = [] }: { ahead?: readonly (Statement<unknown> | null)[] } = {},
): Promise<{ -readonly [I in keyof Rows]: Rows[I][] }> {
  const queries = [...ahead, ...statements].map((statement) => statement?.compile(db));
  const answers = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(queries.map(async (query) => query && connection.executeQuery(query))),
    );
  const rows = answers.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value?.rows ?? [];
  });
  return rows.slice(ahead.length) as { -readonly [I in keyof Rows]: Rows[I][] };
}

/** The code of a PostgreSQL error (https://www.postgresql.org/docs/18/errcodes-appendix.html), or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null;
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  // The next run finds the stored reply.
  const isKeyTaken = violatedConstraint(error) === "idempotency_keys_pkey";
  return state === "40001" || state === "40P01" || isKeyTaken;
}

function ignore(): void {}

/**
 * Sent with `begin`, which saves a round trip. Sequential scans are avoided, because a connection keeps the plan of a
 * foreign key's check: made while the table had one page, it would read the whole table for each row until the next
 * analyze.
 */
class TransactionDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(
      CompiledQuery.raw(
        `begin isolation level read committed; set local lock_timeout = ${maxWaitMs}; set local statement_timeout = ${maxStatementMs}; set local idle_in_transaction_session_timeout = 30000; set local enable_seqscan = off`,
      ),
    );
  }
}

class TransactionDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(config: { pool: pg.Pool }) {
    super(config);
    this.#pool = config.pool;
  }

  override createDriver(): PostgresDriver {
    return new TransactionDriver({ pool: this.#pool });
  }
}

const { builtins } = pg.types;
const int8Array = 1016;
const numericArray = 1231;

/** Ids, counts and money fit a double. A day stays text, because a Date would shift it by the server's zone. */
function getTypeParser(oid: number, format?: string): (value: string) => unknown {
  if (format !== "binary") {
    if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number;
    if (oid === builtins.DATE) return String;
    if (oid === int8Array || oid === numericArray) return numbersOf;
  }
  return pg.types.getTypeParser(oid, format === "binary" ? "binary" : "text");
}

/** The numbers of an array of one dimension, such as {1,2,NULL}. */
function numbersOf(text: string): (number | null)[] {
  if (text === "{}") return [];
  return text
    .slice(1, -1)
    .split(",")
    .map((item) => (item === "NULL" ? null : Number(item)));
}
