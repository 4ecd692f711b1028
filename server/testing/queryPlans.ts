/** Measures queries by PostgreSQL's own counts, which do not depend on the machine's speed. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import type { TestDatabase } from "./database.ts";

export interface QueryReading {
  text: string;
  /** Pages of tables and indexes, counted at each access. */
  pages: number;
  /** Rows that the plan returned or filtered out, by table. */
  rows: Record<string, number>;
}

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

/** Runs reading work, then its statements again, and returns what each `select` and `with` read. */
export async function readingsOf(
  { url }: Pick<TestDatabase, "url">,
  work: (db: Db) => Promise<unknown>,
): Promise<QueryReading[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // The database may be dropped before the connections are closed.
  pool.on("error", () => {});
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  try {
    await work(db);
    const readings: QueryReading[] = [];
    for (const { sql, parameters } of statements.splice(0)) {
      // `begin` and `commit` are run again, so that the transactions are the same.
      if (!/^\s*(?:select|with)\b/.test(sql)) {
        await pool.query(sql);
        continue;
      }
      const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) ${sql}`,
        [...parameters],
      );
      readings.push(readingOf(sql, rows[0]!["QUERY PLAN"][0].Plan));
    }
    return readings;
  } finally {
    await db.destroy();
  }
}

/** The total pages of some statements. */
export function pagesOf(readings: readonly QueryReading[]): number {
  return readings.reduce((sum, { pages }) => sum + pages, 0);
}

/** The rows that some statements read from a table. */
export function rowsOf(readings: readonly QueryReading[], table: string): number {
  return readings.reduce((sum, { rows }) => sum + (rows[table] ?? 0), 0);
}

function readingOf(text: string, plan: PlanNode): QueryReading {
  const rows: Record<string, number> = {};
  const walk = (node: PlanNode): void => {
    const table = node["Relation Name"];
    const loops = node["Actual Loops"];
    if (table !== undefined && loops > 0)
      rows[table] =
        (rows[table] ?? 0) +
        Math.round((node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * loops);
    node.Plans?.forEach(walk);
  };
  walk(plan);
  return { text, pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], rows };
}
