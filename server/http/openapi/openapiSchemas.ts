import { z } from "zod";

export type OpenApiNode = Record<string, unknown>;

export interface NamedSchemas {
  /** A schema as a client sends or receives it, with references to named schemas. */
  schemaOf(schema: z.ZodType, io: "input" | "output"): OpenApiNode;
  all: Record<string, OpenApiNode>;
}

const referencesTo = "#/components/schemas/";

/** Starts the schemas of a document. `describe` adds words to a named one. */
export function namedSchemas(describe: (id: string, schema: OpenApiNode) => OpenApiNode): NamedSchemas {
  const all: Record<string, OpenApiNode> = {};
  const texts = new Map<string, string>();
  return {
    all,
    schemaOf(schema, io) {
      const {
        $schema: _version,
        $defs,
        ...json
      } = z.toJSONSchema(schema, {
        io,
        unrepresentable: "any",
        override: ({ jsonSchema }) => tidy(jsonSchema as OpenApiNode, io),
      }) as OpenApiNode;
      for (const [id, defined] of Object.entries(($defs ?? {}) as Record<string, OpenApiNode>)) {
        const { id: _id, ...withoutId } = withReferences(defined) as OpenApiNode;
        const text = JSON.stringify(withoutId);
        // If two shapes had one name, clients would misread one of them.
        if (texts.has(id) && texts.get(id) !== text)
          throw new Error(`${id} is sent in one shape and received in another: give each its own id.`);
        texts.set(id, text);
        all[id] = describe(id, withoutId);
      }
      return withReferences(json) as OpenApiNode;
    },
  };
}

/** Refers to the named schemas of the document; zod puts a copy beside each use. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "$ref" && typeof part === "string"
        ? part.replace("#/$defs/", referencesTo)
        : withReferences(part),
    ]),
  );
}

function tidy(schema: OpenApiNode, io: "input" | "output"): void {
  // zod gives integers these bounds, which say nothing in a reply.
  if (io === "output" && schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (io === "output" && schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // A format says enough without its long pattern, but not that an instant in a request must be in UTC.
  if (typeof schema.pattern !== "string" || schema.pattern.length < 100 || schema.format === undefined)
    return;
  if (io === "input" && schema.format === "date-time") schema.pattern = utcPattern;
  else delete schema.pattern;
}

const utcPattern = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z$";
