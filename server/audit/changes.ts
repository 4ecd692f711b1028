/** What a change changed, for the history: of each changed value what it was and what it is. */
import { isDeepStrictEqual } from "node:util";

type Values = Readonly<Record<string, unknown>>;

const longest = 200;

/** The values that become others, long texts cut short; null where nothing does. What is not in `change` stays. */
export function changesOf(before: Values, change: Values): { from: Values; to: Values } | null {
  const from: Record<string, unknown> = {};
  const to: Record<string, unknown> = {};
  for (const [name, next] of Object.entries(change)) {
    const was = before[name] ?? null;
    if (next === undefined || isDeepStrictEqual(was, next)) continue;
    const inside = isValues(was) && isValues(next) ? changesOf(was, next) : null;
    from[name] = inside?.from ?? shortened(was);
    to[name] = inside?.to ?? shortened(next);
  }
  return Object.keys(to).length === 0 ? null : { from, to };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text !== undefined && text.length > longest ? `${text.slice(0, longest)}…` : value;
}
