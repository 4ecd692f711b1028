/**
 * Who touches which table (ARCHITECTURE.md)? Read from Kysely's builders and from raw SQL. Every table has one owner; what
 * else reads it is declared by file, and so is what else writes it. Each rule is shown to fail on a planted statement.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import type { Schema } from "../server/db/schema.ts";

const root = join(import.meta.dirname, "..");

type Table = keyof Schema;

/** The module whose SQL a table is. A table without an owner does not compile. */
const owners: Readonly<Record<Table, string>> = {
  answers: "registrations",
  app_users: "accounts",
  attendees: "registrations",
  audit_log: "audit",
  cases_done: "orders",
  checkins: "registrations",
  clubs: "clubs",
  door_changes: "door",
  door_devices: "door",
  door_links: "door",
  door_scans: "door",
  door_undone: "door",
  event_arrived: "stats",
  event_closings: "closings",
  event_keys: "events",
  event_registered: "stats",
  event_revenue: "stats",
  event_slugs: "events",
  events: "events",
  extras: "extras",
  extras_purchases: "orders",
  form_questions: "forms",
  idempotency_keys: "db",
  imports: "people",
  installation: "payments",
  intent_clients: "payments",
  limit_counts: "limits",
  mails: "mail",
  order_items: "orders",
  orders: "orders",
  password_resets: "accounts",
  payment_events: "payments",
  payments: "payments",
  promo_codes: "promoCodes",
  recovery_codes: "accounts",
  refunds: "orders",
  registrations: "registrations",
  second_factors: "accounts",
  sessions: "accounts",
  shared_capacities: "tickets",
  signin_devices: "accounts",
  signin_lanes: "accounts",
  sponsorship_packages: "sponsorships",
  sponsorships: "sponsorships",
  test_intents: "payments",
  tickets: "tickets",
  waiting_entries: "waiting",
  write_checks: "db",
};

/** Read models: a page, a file or a check that tells of many things at once reads them where they are. */
const reads: Readonly<Record<string, readonly Table[]>> = {
  "server/accounts/rows.ts": ["clubs"],
  "server/letters/nameOf.ts": ["attendees", "registrations", "sponsorships"],
  "server/closings/figures.ts": [
    "checkins",
    "door_devices",
    "events",
    "order_items",
    "orders",
    "payments",
    "refunds",
    "registrations",
    "waiting_entries",
  ],
  "server/closings/rows.ts": ["events"],
  "server/door/attendeeRows.ts": [
    "answers",
    "attendees",
    "checkins",
    "extras_purchases",
    "form_questions",
    "orders",
    "registrations",
  ],
  "server/door/auditDoor.ts": ["attendees", "checkins", "extras_purchases"],
  "server/door/changes.ts": ["attendees", "extras_purchases"],
  "server/door/linkRows.ts": ["events"],
  "server/door/office.ts": ["attendees", "checkins", "extras_purchases", "orders"],
  "server/door/storyRows.ts": ["attendees", "extras_purchases", "tickets"],
  "server/events/cards.ts": ["event_arrived", "event_revenue", "shared_capacities", "tickets"],
  "server/events/hangsOn.ts": [
    "cases_done",
    "orders",
    "payments",
    "refunds",
    "registrations",
    "sponsorships",
  ],
  "server/events/rows.ts": ["clubs", "promo_codes"],
  "server/extras/rows.ts": ["events"],
  "server/holds/auditCounters.ts": [
    "attendees",
    "events",
    "extras",
    "order_items",
    "orders",
    "payments",
    "promo_codes",
    "refunds",
    "registrations",
    "shared_capacities",
    "sponsorship_packages",
    "sponsorships",
    "tickets",
    "waiting_entries",
  ],
  "server/holds/move.ts": ["registrations"],
  "server/holds/rows.ts": [
    "orders",
    "payments",
    "promo_codes",
    "registrations",
    "shared_capacities",
    "tickets",
  ],
  "server/orders/cases.ts": ["attendees", "mails", "payments", "registrations", "sponsorships"],
  "server/orders/endedHolds.ts": ["registrations"],
  "server/orders/expired.ts": ["payments"],
  "server/orders/exportOrders.ts": ["attendees", "registrations", "sponsorships"],
  "server/orders/history.ts": ["app_users", "audit_log", "door_links"],
  "server/orders/howPaid.ts": ["registrations", "sponsorships"],
  "server/orders/listed.ts": ["attendees", "registrations", "sponsorships"],
  "server/orders/ofClub.ts": ["events"],
  "server/orders/search.ts": ["attendees", "registrations", "sponsorships"],
  "server/payments/rows.ts": ["orders"],
  "server/people/cancelEvent.ts": [
    "attendees",
    "events",
    "mails",
    "orders",
    "refunds",
    "registrations",
    "sponsorships",
  ],
  "server/people/exportPeople.ts": [
    "answers",
    "attendees",
    "checkins",
    "form_questions",
    "order_items",
    "orders",
    "registrations",
    "tickets",
  ],
  "server/people/filters.ts": ["checkins", "orders"],
  "server/people/importRows.ts": ["attendees", "events", "orders", "registrations"],
  "server/people/ownRows.ts": ["attendees", "orders"],
  "server/people/rows.ts": ["answers", "attendees", "checkins", "orders", "registrations", "tickets"],
  "server/people/staffRows.ts": ["attendees", "orders", "registrations"],
  "server/registrations/rows.ts": ["tickets"],
  "server/sponsorships/sponsorshipRows.ts": ["orders"],
  "server/stats/arrivals.ts": ["events"],
  "server/stats/auditFigures.ts": ["attendees", "checkins", "order_items", "orders", "registrations"],
  "server/stats/rows.ts": ["events"],
  "server/tickets/rows.ts": ["events"],
  "server/waiting/rows.ts": ["registrations", "tickets"],
};

/** Who writes another module's table. */
const writes: Readonly<Record<string, readonly Table[]>> = {
  // The engine moves places, and writes in the same statement what moves with them.
  "server/holds/kept.ts": ["orders", "sponsorship_packages"],
  "server/holds/rows.ts": ["events", "extras", "registrations", "shared_capacities", "tickets"],
  "server/holds/staffMoves.ts": ["attendees", "registrations"],
  // Still to go to their owners: the list of guests, as staff and guests themselves change it.
  "server/people/importRows.ts": ["attendees", "order_items", "orders", "registrations"],
  "server/people/ownRows.ts": ["answers", "attendees", "registrations"],
  "server/people/staffRows.ts": ["answers", "attendees", "orders", "registrations"],
};

interface Use {
  readonly table: string;
  readonly isWrite: boolean;
}

const builders = /\.(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(\s*"(\w+)/g;
/** In one order: what is put in, changed and taken out. */
const written =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+(?:only\s+)?\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?(\w+)/g;
/** A name with a bracket behind it is a function. "Distinct from" and "skip" are no tables. */
const read =
  /(?<!\bdistinct\s)(?<!\bdelete\s)\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?([a-z_]\w*)(?![\w.]*\s*\()(?![\w.])/g;
const further = /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*[a-z_]\w*(?![\w.]*\s*\()(?:\s+\w+)?)+)/g;
/** What a statement names for itself. */
const named = /\b(\w+)\s*(?:\([\w,\s]*\)\s*)?\s+as\s+(?:not\s+)?(?:materialized\s+)?(?:\(|\?)/g;

/** The tables that a source text reads and writes. */
function usesOf(source: string): Use[] {
  const uses: Use[] = [];
  for (const [, verb, table] of source.matchAll(builders))
    uses.push({ table: table!, isWrite: /^(?:insert|update|delete)/.test(verb!) });
  for (const [, table] of source.matchAll(/\binsertion\(\s*"(\w+)"/g))
    uses.push({ table: table!, isWrite: true });
  const statements = statementsIn(source);
  const own = new Set(statements.flatMap((text) => [...text.matchAll(named)].map(([, name]) => name!)));
  for (const text of statements) {
    for (const [, table] of text.matchAll(written)) uses.push({ table: table!, isWrite: true });
    const names = [...text.matchAll(read)].map(([, name]) => name!);
    for (const [, list] of text.matchAll(further))
      names.push(...[...list!.matchAll(/,\s*([a-z_]\w*)/g)].map(([, name]) => name!));
    for (const table of names) if (!own.has(table) && !isForeign(table)) uses.push({ table, isWrite: false });
  }
  return uses;
}

/** PostgreSQL's own. */
function isForeign(name: string): boolean {
  return /^(?:pg_\w+|information_schema|graphile_worker|lateral|unnest|select|set)$/.test(name);
}

/** The raw SQL of a source, in small letters, with "?" for what is filled in. */
function statementsIn(source: string): string[] {
  return [...source.matchAll(/\bsql(?:<[^`]*?>)?`|CompiledQuery\.raw\(\s*`/g)].map((match) => {
    let text = "";
    let depth = 0;
    for (let at = match.index + match[0].length; at < source.length; at++) {
      const letter = source[at]!;
      if (letter === "\\") at += 1;
      else if (letter === "$" && source[at + 1] === "{") {
        depth += 1;
        at += 1;
        text += " ? ";
      } else if (depth > 0) depth += letter === "{" ? 1 : letter === "}" ? -1 : 0;
      else if (letter === "`") break;
      else text += letter;
    }
    return text
      .toLowerCase()
      .replaceAll(/--.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/\b(?:extract|substring|trim|overlay)\s*\([^()]*\)/g, "?");
  });
}

/** What a file does that it may not. */
function violationsIn(path: string, source: string): string[] {
  const module = path.split("/")[1]!.replace(/\.ts$/, "");
  return [
    ...new Set(
      usesOf(source).flatMap(({ table, isWrite }) => {
        if (!(table in owners)) return [`${path} knows a table ${table} that nobody owns`];
        const known = table as Table;
        if (owners[known] === module || writes[path]?.includes(known)) return [];
        if (isWrite) return [`${path} writes ${table}, which is ${owners[known]}'s`];
        return reads[path]?.includes(known) ? [] : [`${path} reads ${table}, which is ${owners[known]}'s`];
      }),
    ),
  ];
}

const sources = readdirSync(join(root, "server"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !path.startsWith("server/testing/"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

describe("the walls around tables", () => {
  test("stand: each file touches what it may", () => {
    expect(sources.flatMap(({ path, text }) => violationsIn(path, text))).toEqual([]);
  });

  test("have no gate that nobody uses", () => {
    const used = new Map(sources.map(({ path, text }) => [path, usesOf(text)]));
    const unused = [
      ...Object.entries(reads).map(([path, tables]) => ({ path, tables, isWrite: false })),
      ...Object.entries(writes).map(([path, tables]) => ({ path, tables, isWrite: true })),
    ].flatMap(({ path, tables, isWrite }) =>
      tables
        .filter((table) => !used.get(path)?.some((use) => use.table === table && use.isWrite === isWrite))
        .map((table) => `${path} ${isWrite ? "writes" : "reads"} ${table}`),
    );
    expect(unused).toEqual([]);
  });

  test.each([
    ["a builder that writes", 'tx.updateTable("orders").set({})'],
    ["a builder that joins", 'db.selectFrom("events").innerJoin("orders", "orders.event_id", "events.id")'],
    ["a builder over lines", 'db\n  .deleteFrom(\n    "orders")'],
    ["raw SQL that writes", "sql`update orders set tax = 0`"],
    ["raw SQL in capitals", "sql`UPDATE Orders AS o SET tax = 0`"],
    ["raw SQL over lines", "sql<{ id: number }>`\n  insert\n    into\n  orders (id) values (1)`"],
    [
      "raw SQL in a common table expression",
      "sql`with gone as (delete from orders returning id) select id from gone`",
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    ["raw SQL in raw SQL", "sql`select ${one} from events where ${sql`exists (select from orders)`}`"],
    ["raw SQL that reads", "sql`select * from events e join orders o on o.event_id = e.id`"],
    ["raw SQL with a comma", "sql`select * from events e, orders o where o.event_id = e.id`"],
    ["raw SQL that is compiled", "CompiledQuery.raw(`delete from orders`)"],
    ["the engine's way to insert", 'insertion("orders", columns, values)'],
    ["an unknown table", "sql`update order_drafts set tax = 0`"],
    ["an unknown table that is read", "sql`select from order_drafts`"],
  ])("a planted statement is seen: %s", (_kind, source) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([
      expect.stringMatching(/orders, which is orders's|order_drafts that nobody owns/),
    ]);
  });

  test.each([
    "sql`with orders_of as (select id from events) select id from orders_of`",
    "sql`select extract(epoch from created_at), generate_series(1, 2) from events`",
    "sql`select from events where name is distinct from slug`",
    "sql`select from events for update skip locked`",
    "sql`insert into events (id) values (1) on conflict do update set id = excluded.id`",
  ])("what is no table is not taken for one: %s", (source) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([]);
  });
});
