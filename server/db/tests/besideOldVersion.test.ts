/** While nodes are replaced one by one, the previous version runs on the migrated database. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/database.ts";
import { type Migration, ourMigrations } from "../migrate.ts";

/** Changes that the test finds and that are allowed. */
const accepted = {
  // No older version was in use yet.
  "0003-lines-in-registrations.sql": [
    ...["registration_id", "kind", "ref_id", "title", "unit_price", "quantity"].map(
      (column) => `registration_lines.${column} is gone`,
    ),
    "registrations.lines must be given",
  ],
  // They accept all rows without the new columns.
  "0012-sealed-second-factors.sql": ["second_factors second_factors_one_secret is new"],
  "0020-door-hears-more.sql": ["orders orders_check3 is new"],
  "0021-orders-that-keep.sql": ["orders orders_keep_beside is new"],
  "0023-refunds.sql": ["orders orders_refunds is new"],
  "0025-promo-codes.sql": ["tickets tickets_shared_capacity is new"],
  "0062-extras-by-count.sql": ["extras_purchases extras_purchases_handed is new"],
  // They replace narrower rules of another name.
  "0028-by-hand-and-cases.sql": ["orders orders_paid_by_hand is new"],
  "0084-not-yet-active.sql": ["registrations registrations_end is new"],
};

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Whether an insert may leave a column out, by "table.column". */
async function columns(): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{ name: string; isOptional: boolean }>(
    `select c.relname || '.' || a.attname as name,
        not a.attnotnull or a.atthasdef or a.attidentity <> '' as "isOptional"
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped`,
  );
  return new Map(rows.map(({ name, isOptional }) => [name, isOptional]));
}

/** The columns of each constraint. */
async function rules(): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select t.relname || ' ' || c.conname as name,
        array(select t.relname || '.' || attname from pg_attribute where attrelid = t.oid and attnum = any(c.conkey)) as columns
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where t.relnamespace = 'public'::regnamespace and c.contype in ('c', 'u', 'f', 'p', 'x')`,
  );
  return new Map(rows.map(({ name, columns: of }) => [name, of]));
}

async function breakingChanges(migrations: readonly Migration[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  let before = await columns();
  let rulesBefore = await rules();
  for (const { name, sql } of migrations) {
    await client.query(sql);
    const after = await columns();
    const rulesAfter = await rules();
    const tables = new Set([...before.keys()].map((column) => column.split(".")[0]));
    const problems = [
      ...[...before.keys()].filter((column) => !after.has(column)).map((column) => `${column} is gone`),
      ...[...after]
        .filter(
          ([column, isOptional]) =>
            tables.has(column.split(".")[0]) && !isOptional && before.get(column) !== false,
        )
        .map(([column]) => `${column} must be given`),
      ...[...rulesAfter]
        .filter(([rule, of]) => !rulesBefore.has(rule) && of.some((column) => before.has(column)))
        .map(([rule]) => `${rule} is new`),
    ];
    if (problems.length > 0) found[name] = problems;
    before = after;
    rulesBefore = rulesAfter;
  }
  return found;
}

test("no migration removes a column, requires one or adds a constraint to old columns, except for the accepted changes", async () => {
  expect(await breakingChanges(await ourMigrations())).toEqual(accepted);
});

test("control: a lost column, a column that must be given and a new rule are found", async () => {
  await client.query("create table planted (id int primary key, amount int)");
  const migration = (name: string, ...statements: string[]) => ({ name, sql: statements.join(";") });
  const found = await breakingChanges([
    migration(
      "good",
      "alter table planted add a int, add b int not null default 0",
      "create table more (n int not null)",
    ),
    migration("renamed", "alter table planted rename amount to sum"),
    migration("required", "alter table planted add c int not null"),
    migration("stricter", "alter table planted alter sum set not null"),
    migration("ruled", "alter table planted add constraint positive check (sum > 0)"),
  ]);
  expect(found).toEqual({
    renamed: ["planted.amount is gone"],
    required: ["planted.c must be given"],
    stricter: ["planted.sum must be given"],
    ruled: ["planted positive is new"],
  });
});
