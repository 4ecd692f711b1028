import { type Code, statusByCode } from "../../../contract/endpoint.ts";
import { refusalPayloads } from "../../../contract/refusals.ts";
import type { NamedSchemas, OpenApiNode } from "./openapiSchemas.ts";

export interface Refusals {
  /** The responses with these codes, by status. */
  of(codes: readonly Code[]): OpenApiNode;
  /** The responses that `of` refers to, by name. */
  responses: Record<string, OpenApiNode>;
}

/** Starts the refusals of a document, whose schemas it adds to `schemas`. */
export function refusalsIn(schemas: NamedSchemas): Refusals {
  const responses: Record<string, OpenApiNode> = {};
  return {
    responses,
    of(codes) {
      const byStatus = Map.groupBy(codes, (code) => statusByCode[code]);
      return Object.fromEntries(
        [...byStatus].map(([status, codesOfStatus]) => {
          const name = codesOfStatus.toSorted().map(capitalised).join("Or");
          responses[name] ??= responseOf(schemas, codesOfStatus.toSorted());
          return [status, { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
  };
}

function responseOf(schemas: NamedSchemas, codes: Code[]): OpenApiNode {
  const refs = codes.map((code) => ({ $ref: `#/components/schemas/${schemaOf(schemas, code)}` }));
  const hasRetryAfter = codes.includes("tooMany") || codes.includes("busy");
  return {
    description: `Refused: ${codes.map((code) => `\`${code}\``).join(" or ")}`,
    ...(hasRetryAfter && { headers: { "retry-after": { $ref: "#/components/headers/retryAfter" } } }),
    content: { "application/json": { schema: refs.length === 1 ? refs[0] : { oneOf: refs } } },
  };
}

function schemaOf(schemas: NamedSchemas, code: Code): string {
  const name = `${capitalised(code)}Refusal`;
  const payload = refusalPayloads[code];
  schemas.all[name] ??= {
    type: "object",
    required: [
      "msg",
      "code",
      ...(payload !== undefined && !payload.safeParse(undefined).success ? ["payload"] : []),
    ],
    properties: {
      msg: { type: "string", description: "A sentence for the user" },
      code: { type: "string", enum: [code] },
      ...(payload && { payload: schemas.schemaOf(payload, "output") }),
    },
  };
  return name;
}

function capitalised(code: string): string {
  return `${code[0]!.toUpperCase()}${code.slice(1)}`;
}
