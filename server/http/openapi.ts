/** The contract as OpenAPI 3.1, made from the same declarations the server parses by. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { type CallName, calls } from "../../contract/all.ts";
import { type Call, type Method, statusByCode } from "../../contract/endpoint.ts";
import { type FileCall, fileCalls } from "../../contract/files.ts";
import { product } from "./product.ts";

type Json = Record<string, unknown>;

/**
 * Serves `/api/openapi.json`, and the same to read at `/api/docs`. Both are made when somebody first asks: to load the
 * reader takes 300 ms, for which no start has to wait.
 */
export function registerOpenapi(app: FastifyInstance): void {
  let document: Json | undefined;
  app.get("/api/openapi.json", async () => {
    document ??= openapi();
    return document;
  });
  let reader: Promise<FastifyInstance> | undefined;
  const read = async ({ url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reader ??= openReader();
    const { statusCode, headers, rawPayload } = await (await reader).inject(url);
    return reply.code(statusCode).headers(headers).send(rawPayload);
  };
  app.get("/api/docs", read);
  app.get("/api/docs/*", read);
}

async function openReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const reader = Fastify();
  await reader.register(scalar, {
    routePrefix: "/api/docs",
    configuration: {
      url: "/api/openapi.json",
      pageTitle: `API | ${product.name}`,
      theme: "default",
      withDefaultFonts: false,
      telemetry: false,
    },
  });
  return reader;
}

/** The whole document. */
export function openapi(): Json {
  const paths: Json = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name];
    const { query, ...rest } = call;
    paths[`/api/${name}`] = {
      [call.method.toLowerCase()]: operation(name, call),
      ...(call.alsoBy !== undefined && {
        [call.alsoBy.toLowerCase()]: operation(name, { ...rest, ...(query && { body: query }) }, call.alsoBy),
      }),
    };
  }
  for (const [name, call] of Object.entries<FileCall>(fileCalls))
    paths[`/api/${name}`] = { get: fileOperation(name, call) };
  return {
    openapi: "3.1.0",
    info: {
      title: product.name,
      version: product.version,
      description:
        "Event ticketing and registration for clubs. Amounts are minor units, instants ISO 8601 in UTC.",
    },
    paths,
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "authorization" } },
      schemas: { Failure: failure },
    },
  };
}

const failure: Json = {
  type: "object",
  required: ["msg", "code"],
  properties: { msg: { type: "string" }, code: { enum: Object.keys(statusByCode) }, payload: {} },
};

/** `by` is the other method of a call that is offered by two. */
function operation(name: CallName, call: Call, by?: Method): Json {
  const payload = schemaOf(call.payload, "output");
  return {
    ...named(name, call),
    ...(by && { operationId: `${idOf(name)}By${by}` }),
    parameters: [...parametersOf("query", call.query), ...(call.idempotent === true ? [idempotencyKey] : [])],
    ...(call.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: contentOf(call, call.body),
          },
        }),
    responses: {
      200: {
        description: "OK",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["msg", "payload"],
              properties: { msg: { type: ["string", "null"] }, payload },
            },
          },
        },
      },
      default: refused,
    },
  };
}

/** What is no JSON, whole or as it comes. */
function fileOperation(name: string, call: FileCall): Json {
  const content = { schema: { type: "string", format: "binary" } };
  return {
    ...named(name, call),
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query)],
    responses: {
      200: { description: "OK", content: Object.fromEntries(call.types.map((type) => [type, content])) },
      default: refused,
    },
  };
}

const refused: Json = {
  description: "Refused; `code` says why",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
};

function named(name: string, { summary, access }: Pick<Call, "summary" | "access">): Json {
  return {
    operationId: idOf(name),
    tags: [name.split("/")[0]],
    summary,
    ...(access === "public" ? {} : { security: [{ token: [] }] }),
  };
}

function idOf(name: string): string {
  return name.replace(/[{}]/g, "").replace(/[/.-](\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** A form carries the same fields as texts, and files beside them. */
function contentOf(call: Call, body: z.ZodType): Json {
  const schema = schemaOf(body, "input");
  const json = { "application/json": { schema } };
  if (call.multipart === undefined) return json;
  const files = { type: "array", items: { type: "string", format: "binary" } };
  const properties = { ...(schema.properties as Json | undefined), files };
  return { ...json, "multipart/form-data": { schema: { ...schema, properties } } };
}

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 8, maxLength: 255 },
  description: "The same key with the same body gives the same reply and does nothing twice",
};

function parametersOf(where: "path" | "query", declared: z.ZodType | undefined): Json[] {
  if (declared === undefined) return [];
  const schema = schemaOf(declared, "input") as { properties?: Json; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _version, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return json;
}
