/**
 * Single values pass unchecked, because parsing takes longer. A schema that cannot be walked, such as a union of
 * objects, is parsed.
 */
import { z } from "zod";

type Filter = (value: unknown) => unknown;

const asIs: Filter = (value) => value;
const typesAsIs = new Set([
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

const filters = new WeakMap<z.ZodType, Filter>();

/** The payload without the fields that its schema does not allow. */
export function filterReply(schema: z.ZodType, payload: unknown): unknown {
  let filter = filters.get(schema);
  if (filter === undefined) {
    filter = replyFilter(schema);
    filters.set(schema, filter);
  }
  return filter(payload);
}

/**
 * Makes the filter of a schema. The filter throws if a text or a number is in place of an object or a list, or if a
 * parsed value is invalid. A missing field passes.
 */
export function replyFilter(schema: z.ZodType): Filter {
  if (typesAsIs.has(schema.def.type)) return asIs;
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return objectFilter(schema.shape);
  if (schema instanceof z.ZodArray) return listFilter(replyFilter(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = replyFilter(schema.unwrap() as z.ZodType);
    return inner === asIs ? asIs : (value) => (value === null || value === undefined ? value : inner(value));
  }
  if (
    schema instanceof z.ZodUnion &&
    schema.options.every((option) => replyFilter(option as z.ZodType) === asIs)
  )
    return asIs;
  return (value) => schema.parse(value);
}

function objectFilter(shape: Record<string, z.ZodType>): Filter {
  const fields = new Map(Object.entries(shape).map(([key, schema]) => [key, replyFilter(schema)]));
  return (value) => {
    if (typeof value !== "object" || value === null) throw new TypeError(`Not an object: ${String(value)}`);
    const source = value as Record<string, unknown>;
    let result = source;
    for (const key of Object.keys(source)) {
      const filter = fields.get(key);
      const fieldValue = source[key];
      const filteredValue = fieldValue === undefined ? fieldValue : filter?.(fieldValue);
      if (filter !== undefined && filteredValue === fieldValue) continue;
      if (result === source) result = { ...source };
      if (filter === undefined) delete result[key];
      else result[key] = filteredValue;
    }
    return result;
  };
}

function listFilter(element: Filter): Filter {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError(`Not a list: ${String(value)}`);
    return element === asIs ? value : value.map(element);
  };
}
