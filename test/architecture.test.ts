/** The rules of ARCHITECTURE.md and STYLE.md for imports, folders and names of files. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** A module of server/ may import itself and the modules of earlier rows. */
const moduleOrder: readonly (readonly string[])[] = [
  ["domainError", "startProblem", "pageUrls"],
  ["batcher"],
  ["processes"],
  ["config"],
  ["db"],
  ["documents", "spreadsheets", "limits"],
  ["mail", "jobs", "audit", "payments"],
  ["media"],
  ["clubs"],
  ["accounts"],
  ["events"],
  ["tickets", "extras", "forms", "sponsorships"],
  ["promoCodes"],
  ["registrations"],
  ["orders"],
  ["holds"],
  ["waiting", "refunds"],
  ["checkout", "door", "stats"],
  ["letters"],
  ["people", "closings"],
  ["desk", "selfService", "archive"],
  ["http"],
  ["routes"],
  ["app"],
  ["tasks", "mailer"],
  ["main"],
];

/** The parts of web/ have the same rule. `event` is the part of an event that visitors and staff share. */
const webOrder: readonly (readonly string[])[] = [
  ["paths", "stores", "libraries", "theme", "sw", "words", "charts", "pages/page"],
  ["guard", "keptMessage", "pageAddress", "pageLoad"],
  ["lib", "middleware"],
  ["start", "api", "door"],
  ["act"],
  ["layouts"],
  ["ui"],
  ["forms", "event", "shell", "eventFrame"],
  ["sale"],
  ["pages/public"],
  ["pages/auth", "pages/club", "pages/event", "pages/profile"],
  ["pages/orders", "pages/door", "pages/closing", "pages/dashboard", "pages/qr", "pages/waiting"],
  ["pages/people", "pages/statistics", "pages/sudo"],
  ["staffPages"],
  ["routes"],
  ["filesOf"],
  ["main", "server"],
];

const ranksOf = (order: readonly (readonly string[])[]) =>
  new Map(order.flatMap((row, rank) => row.map((name) => [name, rank])));
const rankOf = ranksOf(moduleOrder);
const webRankOf = ranksOf(webOrder);

interface Import {
  from: string;
  /** A path from the root, or a package's name. */
  to: string;
  kind: "type" | "static" | "dynamic";
}

function importsOf(from: string, source: string): Import[] {
  const statements = source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...statements].map((match) => {
    const target = (match[2] ?? match[3])!;
    const to = target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
    return {
      from,
      to,
      kind: match[3] !== undefined ? "dynamic" : match[1] === undefined ? "static" : "type",
    };
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const sourcesIn = (folder: string) => filesIn(folder).filter((path) => /\.tsx?$/.test(path));

const isTest = (path: string) => /\.test\.tsx?$|^server\/testing\/|^test\//.test(path);
const folderOf = (path: string) => path.split("/")[0]!;
const moduleOf = (path: string) => path.split("/")[1]!.replace(/\.ts$/, "");
const webPartOf = (path: string) => /^web\/((?:pages\/)?[^/]+)/.exec(path)![1]!.replace(/\.tsx?$/, "");

function orderViolation(
  ranks: ReadonlyMap<string, number>,
  importer: string,
  imported: string,
): string | null {
  if (importer === imported) return null;
  for (const name of [importer, imported]) if (!ranks.has(name)) return `${name} has no place in the order`;
  return ranks.get(imported)! >= ranks.get(importer)! ? `${importer} may not import ${imported}` : null;
}

/** By the order above, visitors' pages cannot import staff pages. This rule forbids the other direction. */
function staffViolation(importer: string, imported: string): string | null {
  const isStaff = importer.startsWith("pages/") && importer !== "pages/public";
  return isStaff && (imported === "pages/public" || imported === "sale")
    ? "staff pages may not import visitors' pages; shared parts are in web/event"
    : null;
}

const mayImportHttp = (path: string) => /^server\/(http|routes\/files)\/|^server\/app\.ts$/.test(path);

const isMailText = (path: string) => path.startsWith("server/letters/mails/");

function violation({ from, to, kind }: Import): string | null {
  const isLocal = /^(contract|server|web|tools|test|bench)\//.test(to);
  const folder = folderOf(from);
  if (folder === "contract") {
    if (isLocal ? folderOf(to) !== "contract" : to !== "zod")
      return "contract may import only zod and itself";
  }
  if (folder === "web") {
    if (isLocal && folderOf(to) !== "web" && folderOf(to) !== "contract")
      return "web may import only the contract and itself";
    if (to.startsWith("node:")) return "web may not import Node";
    if (to.startsWith("web/") && !isTest(from))
      return (
        staffViolation(webPartOf(from), webPartOf(to)) ??
        orderViolation(webRankOf, webPartOf(from), webPartOf(to))
      );
  }
  if (folder === "server" && !isTest(from)) {
    if (isLocal && folderOf(to) !== "server" && folderOf(to) !== "contract")
      return "server may import only the contract and itself";
    if (to.startsWith("server/testing/")) return "only tests may import test code";
    if (isMailText(to) && !isMailText(from) && kind === "static")
      return "the text of a mail is loaded for its first mail: await import(…)";
    if (/^@?fastify\b/.test(to) && !mayImportHttp(from))
      return "only server/http, server/routes/files and server/app.ts may import the HTTP library";
    if (to.startsWith("server/")) return orderViolation(rankOf, moduleOf(from), moduleOf(to));
  }
  return null;
}

const allImports = ["contract", "server", "web"].flatMap((folder) =>
  sourcesIn(folder).flatMap((path) => importsOf(path, readFileSync(join(root, path), "utf8"))),
);

describe("the import rules", () => {
  test("no import breaks a rule", () => {
    const broken = allImports.flatMap((one) => {
      const why = isTest(one.from) ? null : violation(one);
      return why === null ? [] : [`${one.from} → ${one.to}: ${why}`];
    });
    expect(broken).toEqual([]);
  });

  test.each([
    ["contract/shapes/event.ts", 'import { readFile } from "node:fs/promises";'],
    ["contract/shapes/event.ts", 'import { eventById } from "../../server/events/rows.ts";'],
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
    ["server/letters/composeNews.ts", 'import { composeExtrasMail } from "./mails/extrasMail.ts";'],
    ["server/nowhere/rows.ts", 'import { openDatabase } from "../db/pool.ts";'],
    ["web/ui/Badge.tsx", 'import { StaffForm } from "../forms/StaffForm.tsx";'],
    ["web/stores/session.ts", 'import type { Api } from "../api/client.ts";'],
    ["web/api/client.ts", 'import { requestKeys } from "../act/requestKeys.ts";'],
    ["web/pages/public/Home.tsx", 'import { EventForm } from "../event/EventForm.tsx";'],
    ["web/pages/event/edit/EventForm.tsx", 'const list = await import("../../orders/Orders.tsx");'],
    ["web/pages/event/edit/EventPreview.tsx", 'import { Actions } from "../../public/event/Actions.tsx";'],
    ["web/pages/event/tickets/Tickets.tsx", 'import type { Draft } from "../../../sale/draft.ts";'],
    ["web/pages/door/Checkin.tsx", 'const page = await import("../public/Event.tsx");'],
    ["web/pages/auth/Signin.tsx", 'import classes from "../public/purchase/Notice.module.css";'],
    ["web/pages/orders/order/Order.tsx", 'export type { Load } from "../../public/waiting/load.ts";'],
    ["web/event/Facts.tsx", 'import type { OwnPage } from "../pages/public/change/load.ts";'],
    ["web/shell/PageProblem.tsx", 'import { useDraft } from "../sale/draftStore.ts";'],
    ["web/event/Facts.tsx", 'import { StateBadge } from "../pages/event/StateBadge.tsx";'],
    ["web/nowhere/Page.tsx", 'import { paths } from "../paths.ts";'],
  ])("a planted forbidden import is found: %s with %s", (from, source) => {
    expect(importsOf(from, source).map(violation)).toEqual([expect.any(String)]);
  });
});

function cyclesIn(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const reachableFrom = (start: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [start];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const { to } of targets.get(at) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          waiting.push(to);
        }
    return seen;
  };
  const cycles = new Map<string, string[]>();
  for (const start of targets.keys()) {
    const from = reachableFrom(start);
    if (!from.has(start)) continue;
    const cycle = [...from].filter((one) => reachableFrom(one).has(start)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

describe("import cycles", () => {
  const tests = ["test", "tools", "bench"].flatMap((folder) =>
    sourcesIn(folder).flatMap((path) => importsOf(path, readFileSync(join(root, path), "utf8"))),
  );

  test("there are no import cycles, not even of types", () => {
    expect(cyclesIn([...allImports, ...tests])).toEqual([]);
  });

  test("a planted cycle of types over three files is found", () => {
    const planted = [
      ...importsOf("web/a.ts", 'import type { B } from "./b.ts";'),
      ...importsOf("web/b.ts", 'import { c } from "./c.ts";'),
      ...importsOf("web/c.ts", 'export type { A } from "./a.ts";'),
      ...importsOf("web/d.ts", 'import { a } from "./a.ts";'),
    ];
    expect(cyclesIn(planted)).toEqual([["web/a.ts", "web/b.ts", "web/c.ts"]]);
  });
});

/** Limits must get the IP address from server/http/client.ts. */
function readsIpAddress(source: string): boolean {
  return /\b(?:request|req|raw|socket|info)\.(?:ips?|remoteAddress)\b|\{[^}]*\bip\b[^}]*\}\s*(?:=\s*request|:\s*FastifyRequest)|["']x-forwarded-for["']|["']x-real-ip["']/i.test(
    source,
  );
}

describe("who a client is", () => {
  test("only one file of the server reads the IP address of a client", () => {
    const readers = sourcesIn("server").filter(
      (path) => !isTest(path) && readsIpAddress(readFileSync(join(root, path), "utf8")),
    );
    expect(readers).toEqual(["server/http/client.ts"]);
  });

  test.each([
    "const key = request.ip;",
    "const [first] = request.ips ?? [];",
    "const key = request.socket.remoteAddress;",
    "const { ip, url } = request;",
    'const key = request.headers["x-forwarded-for"];',
  ])("a planted read of the IP address is found: %s", (source) => {
    expect(readsIpAddress(source)).toBe(true);
  });
});

const maxTestsBeside = 5;

function foldersWithTooManyTests(paths: readonly string[]): string[] {
  const tests = paths.filter((path) => /\.test\.tsx?$/.test(path)).map((path) => dirname(path));
  const folders = [...new Set(tests)].filter((folder) => basename(folder) !== "tests");
  return folders.filter((folder) => tests.filter((one) => one === folder).length > maxTestsBeside);
}

test("a folder with more than five tests keeps them in its folder `tests`", () => {
  expect(foldersWithTooManyTests(["contract", "server", "web"].flatMap(sourcesIn))).toEqual([]);
});

test("six planted tests beside their sources are found, and five are allowed", () => {
  const paths = [1, 2, 3, 4, 5, 6].map((n) => `server/events/rule${n}.test.ts`);
  expect(foldersWithTooManyTests(paths)).toEqual(["server/events"]);
  expect(foldersWithTooManyTests(paths.slice(1))).toEqual([]);
});

const maxFilesInFolder = 30;

/** Migrations are one list in order, and tools for tests are found by their names. */
const mayBeLong = (folder: string) =>
  folder === "server/db/migrations" || folder.startsWith("server/testing");

function foldersWithTooManyFiles(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > maxFilesInFolder && !mayBeLong(folder))
    .map(([folder]) => folder);
}

test("a folder of server, web or contract has at most thirty files, except migrations and server/testing", () => {
  expect(foldersWithTooManyFiles(["contract", "server", "web"].flatMap(filesIn))).toEqual([]);
});

test("a planted folder with thirty-one files is found, and thirty are allowed", () => {
  const paths = Array.from({ length: 31 }, (_, n) => `server/events/rule${n}.ts`);
  expect(foldersWithTooManyFiles(paths)).toEqual(["server/events"]);
  expect(foldersWithTooManyFiles(paths.slice(1))).toEqual([]);
});

function resourcesIn(source: string): string[] {
  const names = [...source.matchAll(/^ {2}"?([\w-]+)(?:\/[\w-]+)?"?: call\(/gm)].map(([, name]) => name!);
  return [...new Set(names)];
}

test("every call is declared in the file that is named like its resource", () => {
  for (const file of sourcesIn("contract/calls")) {
    const resource = basename(file, ".ts");
    expect(resourcesIn(readFileSync(join(root, file), "utf8")), file).toEqual([resource]);
  }
  const otherDeclarations = sourcesIn("contract")
    .filter((path) => !path.startsWith("contract/calls/"))
    .filter((path) => resourcesIn(readFileSync(join(root, path), "utf8")).length > 0);
  expect(otherDeclarations).toEqual([]);
});

test("a planted call in the file of another resource is found", () => {
  const source = 'export const clubCalls = {\n  "club/save": call({}),\n  "event/save": call({}),\n};\n';
  expect(resourcesIn(source)).toEqual(["club", "event"]);
});

test("every route file is named like the first call that it answers", () => {
  const files = sourcesIn("server/routes").filter(
    (path) => !isTest(path) && path !== "server/routes/all.ts" && !path.startsWith("server/routes/files/"),
  );
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
