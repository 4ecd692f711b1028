/**
 * Transactions that lock in different orders can deadlock, which a test sees only by chance. So tests watch the
 * order ("Lock order" in ARCHITECTURE.md).
 */
import type pg from "pg";

/** In the order in which they are locked. Locks of other tables are not watched. */
const orderedTables = [
  "events",
  "tickets",
  "extras",
  "promo_codes",
  "shared_capacities",
  "sponsorship_packages",
  "registrations",
  "attendees",
  "extras_purchases",
  "orders",
  "payments",
  "receipt_counters",
  "sponsorships",
];
const rankOf = (table: string) => orderedTables.indexOf(table);

const lockClause = /\bfor (?:no key update|update|share)\b(?: of ([\w, ]+?)(?= skip| nowait|\)|$))?/g;

/** The ordered tables that a `select` locks. Ignores `for key share`. */
export function tablesLockedBy(statement: string): string[] {
  const text = statement.toLowerCase().replaceAll('"', "").replaceAll(/\s+/g, " ").trim();
  const tables = [...text.matchAll(lockClause)].flatMap(({ 1: aliases, index }) => {
    const tableByAlias = tablesReadBefore(text, index);
    return aliases === undefined
      ? [...tableByAlias.values()]
      : aliases.split(",").map((alias) => tableByAlias.get(alias.trim()) ?? "");
  });
  return orderedTables.filter((table) => tables.includes(table));
}

/** The tables, by alias, of the `select` whose lock clause begins at `end`, without its subselects. */
function tablesReadBefore(text: string, end: number): Map<string, string> {
  let depth = 0;
  let own = "";
  for (let at = end - 1; at >= 0 && depth >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(") depth--;
    else if (depth === 0) own = text[at] + own;
  }
  const select = own.slice(own.lastIndexOf("select "));
  return new Map(
    [
      ...select.matchAll(
        /\b(?:from|join) (\w+)(?: (?:as )?(?!(?:where|order|join|on|inner|left|limit)\b)(\w+))?/g,
      ),
    ].map(([, table, alias]) => [alias ?? table!, table!]),
  );
}

/** Reads the statements of one connection, and reports each `select` that locks a table too late. */
export function openLockWatch(report: (problem: string) => void): (statement: string) => void {
  /** The tables that the transaction has locked; null outside of transactions. */
  let locked: string[] | null = null;
  return (statement) => {
    if (/^\s*begin\b/i.test(statement)) locked = [];
    else if (/^\s*(commit|rollback)\b(?! to)/i.test(statement)) locked = null;
    if (locked === null) return;
    for (const table of tablesLockedBy(statement)) {
      const later = locked.filter((other) => rankOf(other) > rankOf(table));
      if (later.length > 0 && !locked.includes(table))
        report(`${table} was locked after ${later.join(", ")}: ${statement}`);
      locked.push(table);
    }
  };
}

/** Watches new connections of a pool. Returns a list to which it adds each problem. */
export function watchLockOrder(pool: pg.Pool): readonly string[] {
  const problems: string[] = [];
  pool.on("connect", (client) => {
    const watch = openLockWatch((problem) => problems.push(problem));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [sent] = args as [string | { text: string }];
        watch(typeof sent === "string" ? sent : sent.text);
        return query(...args);
      },
    });
  });
  return problems;
}
