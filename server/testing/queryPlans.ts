/** What does a query read? Told by PostgreSQL's own count of rows and pages, which no slow machine changes. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import type { TestDatabase } from "./database.ts";

/** What one statement read. */
export interface QueryReading {
  text: string;
  /** Pages of tables and indexes, each time they were looked at. */
  pages: number;
  /** Rows that left each table, by the table's name; a table that was planned and never read is not in it. */
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

/** Does some work that reads, and tells of each of its statements what it reads when it is run again right after. */
export async function readingsOf(
  { url }: Pick<TestDatabase, "url">,
  work: (db: Db) => Promise<unknown>,
): Promise<QueryReading[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // The end of a pool does not wait for its connections: the database may be removed before they are closed.
  pool.on("error", () => {});
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  try {
    await work(db);
    const readings: QueryReading[] = [];
    for (const { sql, parameters } of statements.splice(0)) {
      // The settings of a transaction are made anew with it.
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

/** The sum over some statements. */
export function pagesOf(readings: readonly QueryReading[]): number {
  return readings.reduce((sum, { pages }) => sum + pages, 0);
}

/** How many rows of a table some statements read. */
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
