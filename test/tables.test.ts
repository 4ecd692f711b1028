/** Every table has one owner; other readers and writers are declared here by file (ARCHITECTURE.md). */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { owners, type Table } from "../tools/tableOwners.ts";
import { tablesWrittenIn } from "../tools/triggersDoc.ts";

const root = join(import.meta.dirname, "..");

/** The tables of other modules that a file reads. */
const reads: Readonly<Record<string, readonly Table[]>> = {
  "server/accounts/rows.ts": ["clubs"],
  "server/archive/tables.ts": [
    "answers",
    "attendees",
    "checkins",
    "extras_purchases",
    "order_items",
    "orders",
    "payments",
    "refunds",
    "registrations",
    "sponsorships",
    "tickets",
    "waiting_entries",
  ],
  "server/letters/addresseeName.ts": ["attendees", "registrations", "sponsorships"],
  "server/letters/registrationsOfAddress.ts": ["attendees", "events", "orders", "registrations"],
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
  "server/closings/taxByRate.ts": ["order_items", "refunds"],
  "server/desk/cancelEvent.ts": ["events", "mails", "orders", "refunds", "registrations", "sponsorships"],
  "server/desk/recipients.ts": ["attendees", "registrations", "sponsorships"],
  "server/door/attendeeRows.ts": [
    "answers",
    "attendees",
    "extras_purchases",
    "form_questions",
    "orders",
    "registrations",
  ],
  "server/door/auditDoor.ts": ["attendees", "extras_purchases"],
  "server/door/changes.ts": ["attendees", "extras_purchases"],
  "server/door/importedArrivals.ts": ["attendees"],
  "server/door/linkRows.ts": ["events"],
  "server/door/staffCheckIn.ts": ["attendees", "extras_purchases", "orders"],
  "server/door/scanFactRows.ts": ["attendees"],
  "server/door/storyRows.ts": ["attendees", "extras_purchases", "tickets"],
  "server/events/cards.ts": ["clubs", "event_arrived", "event_revenue", "shared_capacities", "tickets"],
  "server/events/dependents.ts": [
    "cases_done",
    "extras",
    "form_questions",
    "orders",
    "payments",
    "promo_codes",
    "refunds",
    "registrations",
    "sponsorship_packages",
    "sponsorships",
    "tickets",
  ],
  "server/events/rows.ts": ["clubs", "extras", "promo_codes"],
  "server/extras/rows.ts": ["events"],
  "server/holds/auditCounters.ts": [
    "attendees",
    "events",
    "extras",
    "extras_purchases",
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
    "events",
    "extras",
    "orders",
    "payments",
    "promo_codes",
    "registrations",
    "shared_capacities",
    "sponsorships",
    "tickets",
  ],
  "server/orders/cases.ts": ["attendees", "mails", "payments", "refunds", "registrations", "sponsorships"],
  "server/orders/expired.ts": ["payments"],
  "server/orders/exportOrders.ts": ["attendees", "registrations", "sponsorships"],
  "server/orders/history.ts": ["app_users", "audit_log", "door_links"],
  "server/orders/paymentMethods.ts": ["refunds", "registrations", "sponsorships"],
  "server/orders/listed.ts": ["attendees", "registrations", "sponsorships"],
  "server/orders/ofClub.ts": ["events"],
  "server/orders/overdueHolds.ts": ["registrations"],
  "server/orders/receiptNumbers.ts": ["events"],
  "server/orders/search.ts": ["attendees", "registrations", "sponsorships"],
  "server/payments/rows.ts": ["orders"],
  "server/people/import/attendeeImports.ts": [
    "attendees",
    "audit_log",
    "checkins",
    "door_scans",
    "orders",
    "registrations",
  ],
  "server/people/import/correctPeople.ts": [
    "answers",
    "attendees",
    "audit_log",
    "door_scans",
    "orders",
    "registrations",
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
  "server/people/filters.ts": ["answers", "checkins", "order_items", "orders"],
  "server/people/import/importRows.ts": ["attendees", "events", "orders", "registrations"],
  "server/people/rows.ts": [
    "answers",
    "attendees",
    "checkins",
    "mails",
    "orders",
    "registrations",
    "tickets",
  ],
  "server/refunds/rows.ts": ["orders"],
  "server/registrations/guestName.ts": ["orders"],
  "server/registrations/missing.ts": ["events", "form_questions"],
  "server/registrations/rows.ts": ["checkins", "tickets"],
  "server/selfService/remindDetails.ts": ["attendees", "events", "mails", "registrations", "sponsorships"],
  "server/sponsorships/importedSponsors.ts": ["audit_log"],
  "server/sponsorships/sponsorshipRows.ts": ["orders"],
  "server/stats/answerCounts.ts": ["answers", "attendees", "form_questions", "registrations"],
  "server/stats/arrivals.ts": ["events"],
  "server/stats/auditFigures.ts": ["attendees", "checkins", "order_items", "orders", "registrations"],
  "server/stats/rows.ts": ["events"],
  "server/tickets/rows.ts": ["events"],
  "server/waiting/rows.ts": ["registrations", "tickets"],
};

/** Writers of other modules' tables. */
const writes: Readonly<Record<string, readonly Table[]>> = {
  // The engine writes places and their dependants in one statement (docs/decisions/0015).
  "server/holds/orderStock.ts": ["sponsorship_packages"],
  "server/holds/rows.ts": [
    "answers",
    "attendees",
    "audit_log",
    "events",
    "extras",
    "extras_purchases",
    "idempotency_keys",
    "order_items",
    "orders",
    "registrations",
    "shared_capacities",
    "tickets",
  ],
  // The removal of an event deletes these rows first.
  "server/events/dependents.ts": ["attendees", "checkins", "orders", "registrations"],
};

/** Files whose statements interpolate tables. Each table in quotes there counts as used. */
const interpolating: ReadonlySet<string> = new Set(["server/events/dependents.ts", "server/holds/rows.ts"]);

interface Use {
  /** "?" if it is interpolated. */
  readonly table: string;
  readonly verb: "reads" | "writes" | "names";
}

const builders =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|(?:inner|left|right|full|cross)Join)\(\s*(?:"(\w+)|(?!["\s]))/g;
/** The table after `from`, `join` or `using`. A name before a bracket is a function, and "distinct from" has no table. */
const read =
  /(?<!\bdistinct\s)(?<!\bdelete\s)\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?([a-z_]\w*)(?![\w.]*\s*\()(?![\w.])/g;
/** Matches the tables after a comma, as in `from events, orders`. */
const tablesAfterComma =
  /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*[a-z_]\w*(?![\w.]*\s*\()(?:\s+\w+)?)+)/g;
/** The names that a statement defines itself. */
const named = /\b(\w+)\s*(?:\([\w,\s]*\)\s*)?\s+as\s+(?:not\s+)?(?:materialized\s+)?(?:\(|\?)/g;

function usesOf(path: string, source: string): Use[] {
  const uses: Use[] = [];
  for (const [, builder, table] of source.matchAll(builders)) {
    const verb = /^(?:insert|update|delete|merge)/.test(builder!) ? "writes" : "reads";
    // A query in place of a table is read separately.
    if (verb === "writes" || table !== undefined) uses.push({ table: table ?? "?", verb });
  }
  for (const _ of source.matchAll(/\bsql\.table\(/g)) uses.push({ table: "?", verb: "reads" });
  if (interpolating.has(path))
    for (const [, name] of source.matchAll(/"(\w+)"/g))
      if (name! in owners) uses.push({ table: name!, verb: "names" });
  const statements = statementsIn(source);
  const own = new Set(statements.flatMap((text) => [...text.matchAll(named)].map(([, name]) => name!)));
  for (const text of statements) {
    for (const table of tablesWrittenIn(text)) uses.push({ table, verb: "writes" });
    const names = [...text.matchAll(read)].map(([, name]) => name!);
    for (const [, list] of text.matchAll(tablesAfterComma))
      names.push(...[...list!.matchAll(/,\s*([a-z_]\w*)/g)].map(([, name]) => name!));
    for (const table of names) if (!own.has(table)) uses.push({ table, verb: "reads" });
  }
  return uses.filter(({ table }) => !isForeign(table));
}

/** Tables of PostgreSQL, graphile-worker and server/db/migrate.ts, and words of SQL where a table may stand. */
function isForeign(name: string): boolean {
  return /^(?:pg_\w+|information_schema|graphile_worker|lateral|unnest|select|set|migrations)$/.test(name);
}

const statementBegins =
  /\bsql(?:<[^`]*?>)?`|(?:CompiledQuery\.raw|\bsql\.raw|\.query(?:<[^`"]*?>)?)\(\s*[`"]/g;

/** The raw SQL of a source, in lower case, with "?" for interpolations. */
function statementsIn(source: string): string[] {
  return [...source.matchAll(statementBegins)].map((match) => {
    const end = match[0].at(-1);
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
      else if (letter === end) break;
      else text += letter;
    }
    return text
      .toLowerCase()
      .replaceAll(/--.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/\b(?:extract|substring|trim|overlay)\s*\([^()]*\)/g, "?")
      .replaceAll(/\b(from|join|using|only) (?:"?public"?\.)?"?(\w+)"?/g, "$1 $2");
  });
}

const moduleOf = (path: string) => path.split("/")[1]!.replace(/\.ts$/, "");

function violationsIn(path: string, source: string): string[] {
  return [
    ...new Set(
      usesOf(path, source).flatMap(({ table, verb }) => {
        if (table === "?")
          return interpolating.has(path) ? [] : [`${path} ${verb} a table that it does not name`];
        if (!(table in owners)) return [`${path} ${verb} a table ${table} that nobody owns`];
        const known = table as Table;
        if (owners[known] === moduleOf(path) || writes[path]?.includes(known)) return [];
        if (verb !== "writes" && reads[path]?.includes(known)) return [];
        return [`${path} ${verb} ${table}, which is ${owners[known]}'s`];
      }),
    ),
  ];
}

const sources = readdirSync(join(root, "server"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !path.startsWith("server/testing/"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

describe("the owners of tables", () => {
  test("each file uses only the tables that it may use", () => {
    expect(sources.flatMap(({ path, text }) => violationsIn(path, text))).toEqual([]);
  });

  test("every declared exception is used and needed", () => {
    const used = new Map(sources.map(({ path, text }) => [path, usesOf(path, text)]));
    const isUsed = (path: string, table: Table, verb: Use["verb"]) =>
      used.get(path)?.some((use) => use.table === table && (use.verb === verb || use.verb === "names")) ===
      true;
    const unused = (declared: typeof reads, verb: Use["verb"]) =>
      Object.entries(declared).flatMap(([path, tables]) =>
        tables
          .filter((table) => owners[table] === moduleOf(path) || !isUsed(path, table, verb))
          .map((table) => `${path} ${verb} ${table}`),
      );
    expect([...unused(reads, "reads"), ...unused(writes, "writes")]).toEqual([]);
    const isInterpolating = (path: string) => used.get(path)?.some(({ table }) => table === "?") === true;
    expect([...interpolating].filter((path) => !isInterpolating(path))).toEqual([]);
  });

  test.each([
    ["a builder that inserts", 'tx.insertInto("orders").values(order)'],
    ["a builder that updates", 'tx.updateTable("orders as o").set({})'],
    ["a builder that deletes, over lines", 'tx\n  .deleteFrom(\n    "orders",\n  )\n  .execute()'],
    ["a builder that merges", 'tx.mergeInto("orders").using("events", "events.id", "orders.event_id")'],
    ["small letters", "sql`update orders set tax = 0`"],
    ["capitals", "sql`UPDATE ONLY Orders AS o SET tax = 0`"],
    ["several lines", "sql<{ id: number }>`\n  insert\n    into\n  orders (id) values (1)`"],
    ["a common table expression", "sql`with gone as (delete from orders returning id) select id from gone`"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    ["raw SQL in raw SQL", "sql`with ${sql`gone as (delete from orders)`} select 1`"],
    ["quotes and a schema", 'sql`update "public"."orders" set tax = 0`'],
    ["truncate", "sql`truncate table orders cascade`"],
    ["merge", "sql`merge into orders o using events e on e.id = o.event_id when matched then delete`"],
    ["compiled SQL", "CompiledQuery.raw(`delete from orders`)"],
    ["SQL of sql.raw", 'sql.raw("delete from orders")'],
    ["SQL of the driver", 'client.query<{ id: number }>("delete from orders")'],
  ])("a planted statement that writes is found: %s", (_kind, source) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([
      "server/events/planted.ts writes orders, which is orders's",
    ]);
  });

  test.each([
    ["a builder that joins", 'db.selectFrom("events").innerJoin("orders", "orders.event_id", "events.id")'],
    ["raw SQL that joins", "sql`select * from events e join orders o on o.event_id = e.id`"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    ["raw SQL in raw SQL", "sql`select ${one} from events where ${sql`exists (select from orders)`}`"],
    ["a comma", "sql`select * from events e, orders o where o.event_id = e.id`"],
    ["quotes and a schema", 'sql`select * from public."orders"`'],
  ])("a planted statement that reads is found: %s", (_kind, source) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([
      "server/events/planted.ts reads orders, which is orders's",
    ]);
  });

  test.each([
    ["sql`update order_drafts set tax = 0`", "writes a table order_drafts that nobody owns"],
    ['tx.deleteFrom("order_drafts")', "writes a table order_drafts that nobody owns"],
    ["sql`select from order_drafts`", "reads a table order_drafts that nobody owns"],
  ])("a planted statement on an unknown table is found: %s", (source, words) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([`server/events/planted.ts ${words}`]);
  });

  test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    ["sql`delete from ${table} where event_id = 1`", "writes"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
    ["sql`update ${table} as t set tax = 0`", "writes"],
    ["tx.insertInto(table).values(rows)", "writes"],
    ["sql.table(table)", "reads"],
  ])("a planted statement with an interpolated table is found: %s", (source, verb) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([
      `server/events/planted.ts ${verb} a table that it does not name`,
    ]);
  });

  test("a file that interpolates tables may name only declared tables", () => {
    expect(violationsIn("server/events/dependents.ts", 'const table = "mails"')).toEqual([
      "server/events/dependents.ts names mails, which is mail's",
    ]);
  });

  test.each([
    "sql`with orders_of as (select id from events) select id from orders_of`",
    "sql`select extract(epoch from created_at), generate_series(1, 2) from events`",
    "sql`select from events where name is distinct from slug`",
    "sql`select from events for update skip locked`",
    "sql`insert into events (id) values (1) on conflict do update set id = excluded.id`",
  ])("a name that is no table is not reported: %s", (source) => {
    expect(violationsIn("server/events/planted.ts", source)).toEqual([]);
  });
});
