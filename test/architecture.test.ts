/** The walls of the house (ARCHITECTURE.md): who may import whom. Each rule is shown to fail on a planted import. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Modules of server/ in rows: a module may import those of earlier rows, and itself. */
const moduleOrder: readonly (readonly string[])[] = [
  ["domainError", "startProblem", "inTurn"],
  ["processes"],
  ["config"],
  ["db"],
  ["documents", "spreadsheets", "limits"],
  ["mail", "jobs", "audit", "payments"],
  ["media"],
  ["clubs", "accounts"],
  ["events"],
  ["tickets", "extras", "forms", "sponsorships"],
  ["promoCodes"],
  ["registrations"],
  ["orders"],
  ["holds"],
  ["waiting"],
  ["checkout", "door", "stats"],
  ["people", "closings"],
  ["http"],
  ["routes"],
  ["app"],
  ["tasks", "mailer"],
  ["main"],
];
const rankOf = new Map(moduleOrder.flatMap((row, rank) => row.map((name) => [name, rank])));

interface Import {
  from: string;
  /** A path from the root, or a package's name. */
  to: string;
  isType: boolean;
}

/** Every import of a source text, dynamic ones included. */
function importsOf(from: string, source: string): Import[] {
  const statements = source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...statements].map((match) => {
    const target = (match[2] ?? match[3])!;
    const to = target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
    return { from, to, isType: match[1] !== undefined };
  });
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const isTest = (path: string) => /\.test\.tsx?$|^server\/testing\/|^test\//.test(path);
const folderOf = (path: string) => path.split("/")[0]!;
const moduleOf = (path: string) => path.split("/")[1]!.replace(/\.ts$/, "");

/** Why an import breaks a wall, or null. */
function violation({ from, to }: Import): string | null {
  const isLocal = /^(contract|server|web|tools|test|bench)\//.test(to);
  const folder = folderOf(from);
  if (folder === "contract") {
    if (isLocal ? folderOf(to) !== "contract" : to !== "zod") return "contract knows zod and itself only";
  }
  if (folder === "web") {
    if (isLocal && folderOf(to) !== "web" && folderOf(to) !== "contract")
      return "web knows the contract and itself only";
    if (to.startsWith("node:")) return "web does not know Node";
  }
  if (folder === "server" && !isTest(from)) {
    if (isLocal && folderOf(to) !== "server" && folderOf(to) !== "contract")
      return "server knows the contract and itself only";
    if (to.startsWith("server/testing/")) return "what is for tests stays in tests";
    if (/^@?fastify\b/.test(to) && moduleOf(from) !== "http" && from !== "server/app.ts")
      return "only server/http knows the HTTP library";
    if (to.startsWith("server/") && moduleOf(from) !== moduleOf(to)) {
      const [mine, theirs] = [rankOf.get(moduleOf(from)), rankOf.get(moduleOf(to))];
      if (mine === undefined) return `${moduleOf(from)} has no place in the module order`;
      if (theirs === undefined) return `${moduleOf(to)} has no place in the module order`;
      if (theirs >= mine) return `${moduleOf(from)} may not import ${moduleOf(to)}`;
    }
  }
  return null;
}

const allImports = ["contract", "server", "web"].flatMap((folder) =>
  sourcesIn(folder).flatMap((path) => importsOf(path, readFileSync(join(root, path), "utf8"))),
);

describe("the walls", () => {
  test("stand: no import breaks one", () => {
    const broken = allImports.flatMap((one) => {
      const why = isTest(one.from) ? null : violation(one);
      return why === null ? [] : [`${one.from} → ${one.to}: ${why}`];
    });
    expect(broken).toEqual([]);
  });

  test.each([
    ["contract/event.ts", 'import { readFile } from "node:fs/promises";'],
    ["contract/event.ts", 'import { eventById } from "../server/events/rows.ts";'],
    ["web/guard.ts", 'import { eventById } from "../server/events/rows.ts";'],
    ["web/guard.ts", 'import { join } from "node:path";'],
    ["server/events/rows.ts", 'import { pages } from "../../web/routes.tsx";'],
    ["server/events/rows.ts", 'import Fastify from "fastify";'],
    ["server/events/rows.ts", 'import { reserveAll } from "../holds/reserve.ts";'],
    ["server/events/rows.ts", 'const orders = await import("../orders/rows.ts");'],
    ["server/tickets/rows.ts", 'import type { ExtrasRow } from "../extras/rows.ts";'],
    ["server/holds/reserve.ts", 'import { settle } from "../checkout/settle.ts";'],
    ["server/checkout/settle.ts", 'import { testDatabase } from "../testing/database.ts";'],
    ["server/checkout/settle.ts", 'export { route } from "../http/route.ts";'],
  ])("a planted import is seen: %s with %s", (from, source) => {
    expect(importsOf(from, source).map(violation)).toEqual([expect.any(String)]);
  });
});

/** Where a source reads who a request came from by itself. Every limit asks server/http/client.ts instead. */
function readsAddress(source: string): boolean {
  return /\b(?:request|req|raw|socket|info)\.(?:ips?|remoteAddress)\b|\{[^}]*\bip\b[^}]*\}\s*(?:=\s*request|:\s*FastifyRequest)|["']x-forwarded-for["']|["']x-real-ip["']/i.test(
    source,
  );
}

describe("who a client is", () => {
  test("is told by one file: no other reads the address of a request", () => {
    const readers = sourcesIn("server").filter(
      (path) => !isTest(path) && readsAddress(readFileSync(join(root, path), "utf8")),
    );
    expect(readers).toEqual(["server/http/client.ts"]);
  });

  test.each([
    "const key = request.ip;",
    "const [first] = request.ips ?? [];",
    "const key = request.socket.remoteAddress;",
    "const { ip, url } = request;",
    'const key = request.headers["x-forwarded-for"];',
  ])("a planted reading is seen: %s", (source) => {
    expect(readsAddress(source)).toBe(true);
  });
});

/** Where SQL on a table may stand: its own module, and server/holds/rows.ts for what moves with the places. */
const tableOwners: Record<string, readonly string[]> = {
  clubs: ["clubs", "accounts", "events"],
  app_users: ["accounts"],
  sessions: ["accounts"],
  signin_lanes: ["accounts"],
  signin_devices: ["accounts"],
  password_resets: ["accounts"],
  second_factors: ["accounts"],
  recovery_codes: ["accounts"],
  event_keys: ["events"],
  event_slugs: ["events"],
  form_questions: ["forms"],
  sponsorship_packages: ["sponsorships"],
  sponsorships: ["sponsorships"],
  payments: ["payments"],
  payment_events: ["payments"],
  test_intents: ["payments"],
  intent_clients: ["payments"],
  mails: ["mail"],
  limit_counts: ["limits"],
  idempotency_keys: ["db"],
  audit_log: ["audit"],
  order_items: ["orders"],
  refunds: ["orders"],
  event_closings: ["closings"],
  cases_done: ["orders"],
  extras_purchases: ["orders"],
  answers: ["registrations", "people"],
  attendees: ["registrations", "people"],
  checkins: ["registrations"],
  event_registered: ["stats"],
  event_arrived: ["stats"],
  event_revenue: ["stats"],
  // Which holds have ended is asked together with what their orders say.
  registrations: ["registrations", "orders", "people"],
  orders: ["orders", "people"],
  imports: ["people"],
  // Names of what was bought are read along with it.
  events: ["events", "extras"],
  tickets: ["tickets", "registrations"],
  shared_capacities: ["tickets"],
  // Whether there is any to be used is read along with the event.
  promo_codes: ["promoCodes", "events"],
  extras: ["extras"],
  waiting_entries: ["waiting"],
  door_links: ["door"],
  door_devices: ["door"],
  door_scans: ["door"],
};

test("a table is touched by its own module alone, and by the engine's statements", () => {
  const found = sourcesIn("server")
    .filter((path) => !isTest(path) && !/^server\/(holds|db)\//.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), "utf8");
      const uses = source.matchAll(
        /(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\("(\w+)/g,
      );
      return [...uses].flatMap(([, table]) => {
        const owners = tableOwners[table!];
        return owners === undefined || owners.includes(moduleOf(path)) ? [] : [`${path} touches ${table}`];
      });
    });
  expect(found).toEqual([]);
});

test("every route file is named like the call it answers", () => {
  const files = sourcesIn("server/routes").filter((path) => !isTest(path) && path !== "server/routes/all.ts");
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8");
    const calls = [...source.matchAll(/route\(\s*"([^"]+)"/g)].map(([, name]) => name!);
    expect(calls, file).not.toEqual([]);
    const [first] = calls;
    const resource = first!.includes("/") ? first!.split("/")[0] : "";
    const camel = first!
      .split("/")
      .at(-1)!
      .replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
    expect(file).toBe(join("server/routes", resource!, `${camel}.ts`));
  }
});
