/**
 * Lets through of a reply what its schema declares, and nothing else. Made once a call from its schema, which it walks;
 * single values pass as they are, for TypeScript has checked them, and every test checks the replies it gets. To parse
 * a hold's reply instead took a tenth of what the whole hold takes. What cannot be walked (unions of objects,
 * transforms) is parsed.
 */
import type { z } from "zod";

type Filter = (value: unknown) => unknown;

const asIs: Filter = (value) => value;
/** Kinds whose values have no fields. */
const single = new Set([
  "string",
  "number",
  "int",
  "boolean",
  "literal",
  "enum",
  "null",
  "undefined",
  "unknown",
]);

const made = new WeakMap<z.ZodType, Filter>();

/** What of a reply's payload its schema declares. */
export function filtered(schema: z.ZodType, payload: unknown): unknown {
  let filter = made.get(schema);
  if (filter === undefined) {
    filter = replyFilter(schema);
    made.set(schema, filter);
  }
  return filter(payload);
}

/** The filter of a schema. Throws on values that are not of its kind: an object or list where there is none. */
export function replyFilter(schema: z.ZodType): Filter {
  const def = schema.def as z.core.$ZodTypeDef & {
    shape?: Record<string, z.ZodType>;
    element?: z.ZodType;
    innerType?: z.ZodType;
    options?: readonly z.ZodType[];
  };
  if (single.has(def.type)) return asIs;
  if (def.type === "object" && def.shape !== undefined && !("catchall" in def && def.catchall))
    return objectFilter(def.shape);
  if (def.type === "array" && def.element !== undefined) return listFilter(replyFilter(def.element));
  if ((def.type === "nullable" || def.type === "optional") && def.innerType !== undefined) {
    const inner = replyFilter(def.innerType);
    return inner === asIs ? asIs : (value) => (value === null || value === undefined ? value : inner(value));
  }
  if (def.type === "union" && def.options?.every((option) => replyFilter(option) === asIs)) return asIs;
  return (value) => schema.parse(value);
}

/** Presenters give what is declared and no more, so there is hardly ever something to copy. */
function objectFilter(shape: Record<string, z.ZodType>): Filter {
  const fields = new Map(Object.entries(shape).map(([key, schema]) => [key, replyFilter(schema)]));
  return (value) => {
    if (typeof value !== "object" || value === null) throw new TypeError(`Not an object: ${String(value)}`);
    const given = value as Record<string, unknown>;
    let kept = given;
    for (const key of Object.keys(given)) {
      const filter = fields.get(key);
      const one = given[key];
      const left = filter === asIs || one === undefined ? one : filter?.(one);
      if (filter !== undefined && left === one) continue;
      if (kept === given) kept = { ...given };
      if (filter === undefined) delete kept[key];
      else kept[key] = left;
    }
    return kept;
  };
}

function listFilter(element: Filter): Filter {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError(`Not a list: ${String(value)}`);
    return element === asIs ? value : value.map(element);
  };
}
