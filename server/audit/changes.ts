import { isDeepStrictEqual } from "node:util";

type Values = Readonly<Record<string, unknown>>;

const maxTextLength = 200;

/** The old and new values of changed fields; null without a change. Long values become truncated texts. */
export function changesOf(before: Values, change: Values): { from: Values; to: Values } | null {
  const from: Record<string, unknown> = {};
  const to: Record<string, unknown> = {};
  for (const [name, next] of Object.entries(change)) {
    const previous = before[name] ?? null;
    if (next === undefined || isDeepStrictEqual(previous, next)) continue;
    const nestedChange = isValues(previous) && isValues(next) ? changesOf(previous, next) : null;
    from[name] = nestedChange?.from ?? truncate(previous);
    to[name] = nestedChange?.to ?? truncate(next);
  }
  return Object.keys(to).length === 0 ? null : { from, to };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function truncate(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text !== undefined && text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : value;
}
