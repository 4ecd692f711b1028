import type pg from "pg";
import { owners, severalOwners } from "./tableOwners.ts";

type FunctionRow = {
  id: string;
  name: string;
  arguments: string;
  isTrigger: boolean;
  comment: string | null;
  source: string;
};

type TriggerRow = {
  name: string;
  table: string;
  functionId: string;
  isBefore: boolean;
  isPerRow: boolean;
  /** "insert", "update of a, b", … */
  events: string[];
  definition: string;
};

type Effect = { verb: string; names: string[] };

const heading = `# Triggers and functions of the database

Made from PostgreSQL's catalogue by \`tools/triggersDoc.ts\`. \`test/triggers.test.ts\` fails when it is out of date;
\`npx vitest run test/triggers.test.ts --update\` writes it anew. The sentences are PostgreSQL comments: to change one, write
\`comment on function … is '…'\` in a new migration. "Through" names the function that does it for the caller. The last
migration that creates a function or a trigger says why it is as it is. In brackets is the module that owns a table
(\`tools/tableOwners.ts\`): a function writes tables of one module, except the ones declared there with a reason.`;

/**
 * Describes triggers and functions as Markdown. Throws if one cannot be described, or writes a table without an owner.
 */
export async function triggersDoc(database: Pick<pg.ClientBase, "query">): Promise<string> {
  const { rows: functions } = await database.query<FunctionRow>(functionsQuery);
  const { rows: triggers } = await database.query<TriggerRow>(triggersQuery);
  const uncommented = functions.filter(({ comment }) => comment === null).map(({ name }) => name);
  if (uncommented.length > 0)
    throw new Error(`Functions without a comment: ${uncommented.join(", ")}. Write one in a new migration.`);

  const byTable = Map.groupBy(triggers, ({ table }) => table);
  const tables = [...byTable].map(
    ([table, tableTriggers]) =>
      `## On \`${table}\`\n\n${tableTriggers.map((trigger) => triggerText(trigger, functions)).join("\n")}`,
  );
  const functionList = functions
    .filter(({ isTrigger }) => !isTrigger)
    .map((one) => `- **\`${one.name}(${one.arguments})\`**:\n${purpose(one, functions)}`);
  return `${[heading, ...tables, `## Functions that are no triggers\n\n${functionList.join("\n")}`].join("\n\n")}\n`;
}

function triggerText(trigger: TriggerRow, functions: readonly FunctionRow[]): string {
  const called = functions.find(({ id }) => id === trigger.functionId);
  if (!called) throw new Error(`Trigger ${trigger.name} calls a function that is not ours.`);
  const condition = /\sWHEN \((.*)\) EXECUTE FUNCTION /s.exec(trigger.definition)?.[1];
  const timing = [
    `${trigger.isBefore ? "before" : "after"} ${trigger.events.join(" or ")}`,
    trigger.isPerRow ? "for each row" : "for each statement",
    ...(condition === undefined ? [] : [`when \`${condition.replaceAll(/\s+/g, " ")}\``]),
  ];
  return `- **\`${trigger.name}\`** ${timing.join(", ")}: \`${called.name}()\`.\n${purpose(called, functions)}`;
}

function purpose(one: FunctionRow, functions: readonly FunctionRow[]): string {
  const effects = effectsOf(one, functions).map(({ verb, names }) => `${verb} ${names.join(", ")}`);
  return [one.comment, ...effects.map((effect) => `${effect[0]!.toUpperCase()}${effect.slice(1)}.`)]
    .map((line) => `  ${line}`)
    .join("\n");
}

/** A `?` in a statement stands for an interpolated table. */
const writePatterns = [
  /\binsert\s+into\s+/,
  /\bupdate\s+(?:only\s+)?(?=[\w".?]+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b)/,
  /\bdelete\s+from\s+(?:only\s+)?/,
  /\bmerge\s+into\s+(?:only\s+)?/,
  /\btruncate\s+(?:table\s+)?(?:only\s+)?(?!off\b)/,
].map((verb) => new RegExp(`${verb.source}(?:"?public"?\\.)?"?([\\w?]+)`, "gi"));

/** Finds the tables that statements write, in lower case. */
export function tablesWrittenIn(statements: string): string[] {
  return writePatterns.flatMap((verb) =>
    [...statements.matchAll(verb)].map(([, table]) => table!.toLowerCase()),
  );
}

const unreadable = /\b(?:execute|merge|truncate)\b/i;

/** Lists the effects of a function, including those of the functions that it calls. */
function effectsOf(one: FunctionRow, functions: readonly FunctionRow[]): Effect[] {
  const source = one.source.replaceAll(/--.*$/gm, "");
  const statements = source.replaceAll(/'(?:[^']|'')*'/g, "''");
  if (unreadable.test(statements))
    throw new Error(`Function ${one.name} has writes that its source does not show.`);
  const calls = functions.filter(
    ({ name, isTrigger }) =>
      !isTrigger && name !== one.name && new RegExp(`\\b${name}\\s*\\(`).test(statements),
  );
  const ownEffects: Effect[] = [
    { verb: "writes", names: writtenBy(one.name, statements) },
    { verb: "sets, of its own row,", names: namesIn(statements, /\bnew\.(\w+)\s*:=/gi) },
    { verb: "queues the job", names: namesIn(source, /\badd_job\(\s*'(\w+)'/gi) },
    { verb: "notifies", names: namesIn(source, /\bpg_notify\(\s*'(\w+)'/gi) },
    { verb: "may refuse with", names: namesIn(source, /\braise\s+exception\b.*\berrcode\s*=\s*'(\w+)'/gi) },
    { verb: "may refuse with", names: namesIn(source, /\braise\s+(\w+_violation)\b/gi) },
  ];
  const calledEffects = calls.flatMap((call) =>
    effectsOf(call, functions)
      .filter(({ verb }) => verb !== "calls")
      .map(({ verb, names }) => ({
        verb,
        names: names.map((name) => (name.includes(" through ") ? name : `${name} through \`${call.name}\``)),
      })),
  );
  const all = [
    ...ownEffects,
    ...calledEffects,
    { verb: "calls", names: calls.map(({ name }) => `\`${name}\``) },
  ];
  return [...Map.groupBy(all, ({ verb }) => verb)]
    .map(([verb, ofVerb]) => ({ verb, names: [...new Set(ofVerb.flatMap(({ names }) => names))] }))
    .filter(({ names }) => names.length > 0);
}

/** Lists the tables that a function writes itself, with their owners. */
function writtenBy(name: string, statements: string): string[] {
  const tables = tablesWrittenIn(statements).map((table) => ({ table, owner: ownerOf.get(table) }));
  const unknown = tables.find(({ owner }) => owner === undefined);
  if (unknown) throw new Error(`Function ${name} writes ${unknown.table}, which no module owns.`);
  const modules = new Set(tables.map(({ owner }) => owner));
  if (modules.size > 1 !== name in severalOwners)
    throw new Error(
      `Function ${name} writes tables of ${[...modules].join(" and ")}: see severalOwners in tools/tableOwners.ts.`,
    );
  return tables.map(({ table, owner }) => `\`${table}\` (${owner})`);
}

const ownerOf: ReadonlyMap<string, string> = new Map(Object.entries(owners));

function namesIn(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, name]) => `\`${name!}\``);
}

/** Selects the functions of the schema public, without those of extensions. */
const functionsQuery = `
  select p.oid::text as id, p.proname::text as name, pg_get_function_arguments(p.oid) as arguments,
    p.prorettype = 'trigger'::regtype as "isTrigger", obj_description(p.oid, 'pg_proc') as comment,
    coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as source
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by p.proname, arguments`;

/** The bits of tgtype are in PostgreSQL's catalog/pg_trigger.h. */
const triggersQuery = `
  select t.tgname::text as name, c.relname::text as "table", t.tgfoid::text as "functionId",
    t.tgtype & 2 <> 0 as "isBefore", t.tgtype & 1 <> 0 as "isPerRow", pg_get_triggerdef(t.oid, true) as definition,
    array_remove(array[
      case when t.tgtype & 4 <> 0 then 'insert' end,
      case when t.tgtype & 16 <> 0 then 'update' || coalesce((
        select ' of ' || string_agg('\`' || a.attname || '\`', ', ' order by place)
        from unnest(t.tgattr::int2[]) with ordinality as of_columns (number, place)
        join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = number), '') end,
      case when t.tgtype & 8 <> 0 then 'delete' end,
      case when t.tgtype & 32 <> 0 then 'truncate' end], null) as events
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  order by c.relname, t.tgname`;
