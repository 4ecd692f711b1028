import { type Mutation, mutationsOf } from "./mutations.ts";

type Edit = Mutation & { addedLines: number };

/** Whether the file is a source of contract, server or web, but no test, helper of tests or declaration. */
export function isEdited(path: string): boolean {
  return (
    /^(contract|server|web)\/.+\.tsx?$/.test(path) &&
    !/\.(test|fixture)\.tsx?$|\/tests\/|^server\/testing\/|\.d\.ts$/.test(path)
  );
}

/**
 * Gives a mutation that reverts each edit, and mutations inside edits of several lines. A new file has only the latter,
 * because the compiler notices that a whole file is missing. `diff` comes from `git diff --unified=0`.
 */
export function mutationsOfEdits(source: string, path: string, diff: string): Mutation[] {
  const edits = editsOf(source, diff);
  const isInEdit = ({ line }: Mutation) =>
    edits.some((edit) => edit.addedLines > 1 && line >= edit.line && line < edit.line + edit.addedLines);
  const isNew = diff.includes("\n--- /dev/null\n");
  const broken = [...mutationsOf(source, path), ...withoutSqlConditions(source)];
  return [...(isNew ? [] : edits), ...broken.filter(isInEdit)];
}

/** Excludes the "and" of `between 1 and 2`, because it does not join conditions. */
const notAfterBetween = /(?<!\bbetween\s(?:(?!\sand\s).)+)/.source;
const clauses =
  "where|group|having|window|order|limit|offset|fetch|for|returning|union|except|intersect|on|do|" +
  "(?:(?:cross|full|inner|left|right) (?:outer )?)?join";
const ends = String.raw`\s+(?:or|as|when|then|else|end|${clauses})\b|(?<!\bdistinct)\s+from\b`;
const nestingAndEnds = new RegExp(
  String.raw`[({[]|\bcase\b|[)}\]]|,|${notAfterBetween}\s+and\b|${ends}`,
  "g",
);

function withoutSqlConditions(source: string): Mutation[] {
  const templates = [...source.matchAll(/\bsql(?:<[^`]*>)?`/g)].map(({ index: start, 0: { length } }) => {
    return { start, end: endOfTemplate(source, start + length) };
  });
  return [...source.matchAll(new RegExp(`${notAfterBetween} and(?= )`, "g"))].flatMap(({ index: start }) => {
    const template = templates.findLast((one) => one.start < start && start < one.end);
    if (template === undefined) return [];
    const end = endOfCondition(source.slice(0, template.end), start + " and ".length);
    const line = source.slice(0, start).split("\n").length;
    return [{ start, end, replacement: "", line, what: "leaves a condition of SQL out" }];
  });
}

function endOfTemplate(source: string, from: number): number {
  let at = from;
  for (; at < source.length && source[at] !== "`"; at++) {
    if (!source.startsWith("${", at)) continue;
    for (let depth = 0; at < source.length; at++) {
      if (source[at] === "{") depth += 1;
      if (source[at] === "}" && --depth === 0) break;
      if (source[at] === "`") at = endOfTemplate(source, at + 1);
    }
  }
  return at;
}

function endOfCondition(statement: string, from: number): number {
  let depth = 0;
  for (const { 0: found, index } of statement.slice(from).matchAll(nestingAndEnds)) {
    if (/[({[]|case/.test(found)) depth += 1;
    else if (depth === 0) return from + index;
    else if (/[)}\]]|end/.test(found)) depth -= 1;
  }
  return statement.length;
}

/** Reads the edits of a diff, without those whose changed lines are all comments or empty. */
function editsOf(source: string, diff: string): Edit[] {
  const lines = source.split(/(?<=\n)/);
  const offsetOf = (line: number) => lines.slice(0, line - 1).join("").length;
  const [, ...hunks] = diff.split(/^@@ /m);
  return hunks.flatMap((hunk) => {
    const [, at, added = "1"] = /^-\S+ \+(\d+)(?:,(\d+))? @@/.exec(hunk)!;
    const addedLines = Number(added);
    // If nothing was added, Git gives the line before the edit.
    const line = Number(at) + (addedLines === 0 ? 1 : 0);
    const changed = hunk.split("\n").slice(1);
    if (changed.every((text) => /^([+-]\s*(\/\/.*|\/?\*.*)?|\\.*)?$/.test(text))) return [];
    const removed = changed.filter((text) => text.startsWith("-")).map((text) => `${text.slice(1)}\n`);
    const place = { start: offsetOf(line), end: offsetOf(line + addedLines) };
    return [{ ...place, replacement: removed.join(""), line, what: "takes the edit back", addedLines }];
  });
}
