import type { z } from "zod";
import { type CallName, calls } from "../../../contract/all.ts";
import { type Access, type Call, type Code, pictureUpload } from "../../../contract/endpoint.ts";
import { type FileCall, type FileName, fileCalls } from "../../../contract/files.ts";
import { refusalsOf } from "../../../contract/refusals.ts";
import { limitOf } from "../limits.ts";
import { product } from "../product.ts";
import { examplesOf } from "./openapiExamples.ts";
import { type Refusals, refusalsIn } from "./openapiRefusals.ts";
import { type NamedSchemas, namedSchemas, type OpenApiNode } from "./openapiSchemas.ts";
import { webhookOperation } from "./openapiWebhook.ts";
import {
  accessWords,
  parameterWords,
  readWords,
  replyOf,
  tagWords,
  withDescriptions,
} from "./openapiWords.ts";

interface Writer extends NamedSchemas {
  words: ReturnType<typeof readWords>;
  refusals: Refusals;
  example: (schema: OpenApiNode, name?: string) => unknown;
}

/** The contract as OpenAPI 3.1. `publicUrl` is the contact's address. */
export function openapi(publicUrl?: string): OpenApiNode {
  const words = readWords();
  const schemas = namedSchemas((id, schema) => withDescriptions(schema, words.get(id)));
  const example = examplesOf(schemas.all);
  const writer: Writer = { ...schemas, words, example, refusals: refusalsIn(schemas) };
  const paths: OpenApiNode = {};
  for (const name of Object.keys(calls) as CallName[])
    paths[`/api/${name}`] = pathOf(writer, name, calls[name]);
  for (const [name, call] of Object.entries(fileCalls) as [FileName, FileCall][])
    paths[`/api/${name}`] = { get: fileOperation(writer, name, call) };
  paths["/api/stripe/webhook"] = { post: webhookOperation(writer.refusals) };
  return {
    openapi: "3.1.0",
    info: {
      title: product.name,
      version: product.version,
      summary: "Event ticketing and registration for clubs",
      description: introduction,
      contact: { name: product.name, ...(publicUrl !== undefined && { url: publicUrl }) },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    tags: Object.entries(tagWords).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "authorization",
          description:
            "The token of the latest reply that had one in its `authorization` header, such as that of `auth/signin` or `door/openLink`, with or without `Bearer ` before it. A user's ends after 7 days without a call, and after 30 days at most; a helper's with its link, or when staff revoke it.",
        },
      },
      headers,
      responses: writer.refusals.responses,
      schemas: sortedByName(schemas.all),
    },
  };
}

const introduction = [
  "Amounts are whole numbers of minor units, instants ISO 8601 in UTC, ids integers (digits as a text are accepted, too).",
  "Each reply is `{ msg, payload }`: `msg` is for the user to read, and null where a call only reads. Each refusal is `{ msg, code, payload }` with the status of its `code`, which is a stable word for programs.",
  "Unknown fields are ignored. Calls that create or charge take an `Idempotency-Key`.",
  "GET calls that read also answer HEAD. Another method than those listed is 405 `wrongMethod` with `Allow`. The parameters of DELETE may come as a JSON body as well.",
  "One address is for mail programs alone: `POST /api/waitingList/unsubscribe` is the one click of RFC 8058, in the `List-Unsubscribe` header of a waiting list's mails. Programs use `waitingList/leave`.",
].join("\n\n");

const headers: OpenApiNode = {
  token: {
    description: "The token of the new session, to be sent as `authorization` with the next calls",
    schema: { type: "string" },
  },
  retryAfter: {
    description: "After how many seconds it is worth trying again",
    schema: { type: "integer", minimum: 0 },
  },
  rateLimit: {
    description: "How often this client may make this call within a minute",
    schema: { type: "integer" },
  },
  rateRemaining: { description: "How many calls remain of them", schema: { type: "integer" } },
  rateReset: { description: "In how many seconds the limit is reset", schema: { type: "integer" } },
  disposition: { description: "Whether to save it, and under which name", schema: { type: "string" } },
};

const header = (name: string): OpenApiNode => ({ $ref: `#/components/headers/${name}` });
const rateHeaders: OpenApiNode = {
  "x-ratelimit-limit": header("rateLimit"),
  "x-ratelimit-remaining": header("rateRemaining"),
  "x-ratelimit-reset": header("rateReset"),
};

/** Calls that may reply with a token (checked by server/testing/app.ts). */
export const callsWithToken: readonly string[] = [
  "auth/register",
  "auth/signin",
  "auth/changePassword",
  "auth/confirmEmail",
  "team/accept",
  "door/openLink",
];

function pathOf(writer: Writer, name: CallName, call: Call): OpenApiNode {
  const { query, body, ...rest } = call;
  // A body of DELETE has no meaning (RFC 9110 §9.3.5).
  const mainCall = call.method === "DELETE" ? { ...rest, ...(body && { query: body }) } : call;
  const otherCall = call.alsoBy === "POST" ? { ...rest, ...(query && { body: query }) } : call;
  return {
    [call.method.toLowerCase()]: operation(writer, name, mainCall),
    ...(call.alsoBy !== undefined && {
      [call.alsoBy.toLowerCase()]: {
        ...operation(writer, name, otherCall),
        operationId: `${idOf(name)}By${call.alsoBy}`,
      },
    }),
  };
}

function operation(writer: Writer, name: CallName, call: Call): OpenApiNode {
  const payload = described(writer, writer.schemaOf(call.payload, "output"), replyOf(name));
  const schema = {
    type: "object",
    required: ["msg", "payload"],
    properties: { msg: { type: ["string", "null"], description: "For the user to read" }, payload },
  };
  const isLimited = limitOf(name).rateLimit !== false;
  const parameters = parametersOf(writer, name, "query", call.query);
  const replyHeaders = {
    ...(callsWithToken.includes(name) && { authorization: header("token") }),
    ...(isLimited && rateHeaders),
  };
  return {
    ...operationHead(name, call),
    ...(isLimited && { "x-rate-limit": limitOf(name).rateLimit }),
    parameters: [...parameters, ...(call.idempotent === true ? [idempotencyKey] : [])],
    ...(call.body !== undefined && {
      requestBody: { required: true, content: contentOf(writer, name, call, call.body) },
    }),
    responses: {
      200: {
        description: "Done",
        ...(Object.keys(replyHeaders).length > 0 && { headers: replyHeaders }),
        content: { "application/json": { schema, example: { msg: null, payload: writer.example(payload) } } },
      },
      ...writer.refusals.of(codesOf(name, call)),
    },
  };
}

function codesOf(name: CallName | FileName, call: Call | FileCall): Code[] {
  return refusalsOf({
    ...call,
    refuses: [...(call.refuses ?? []), ...(limitOf(name).rateLimit === false ? [] : ["tooMany" as const])],
  });
}

function fileOperation(writer: Writer, name: FileName, call: FileCall): OpenApiNode {
  const isStream = call.types.includes("text/event-stream");
  const isText = isStream || call.types.includes("text/calendar");
  const schema = { type: "string", ...(!isText && { format: "binary" }) };
  const isPicture = call.types.some((type) => type.startsWith("image/"));
  const isLimited = limitOf(name).rateLimit !== false;
  const replyHeaders = {
    ...(!isStream && !isPicture && { "content-disposition": header("disposition") }),
    ...(isLimited && rateHeaders),
  };
  return {
    ...operationHead(name, call),
    parameters: [
      ...parametersOf(writer, name, "path", call.params),
      ...parametersOf(writer, name, "query", call.query),
    ],
    responses: {
      200: {
        description: "The file",
        ...(Object.keys(replyHeaders).length > 0 && { headers: replyHeaders }),
        content: Object.fromEntries(
          call.types.map((type) => [
            type,
            { schema, ...(call.example !== undefined && { example: call.example }) },
          ]),
        ),
      },
      ...(isPicture && { 304: { description: "The picture is the one of `If-None-Match`" } }),
      ...writer.refusals.of(codesOf(name, call)),
    },
  };
}

/** The text before the first ". ", "; " or ": " is the summary, the rest is for the description. */
function operationHead(name: string, { summary, access }: { summary: string; access: Access }): OpenApiNode {
  const [, first = summary, details = ""] = /^(.{1,110}?)(?:[.;:] (.*))?$/s.exec(summary) ?? [];
  return {
    operationId: idOf(name),
    tags: [name.split("/")[0]],
    summary: first,
    description: [details === "" ? "" : `${capitalised(details)}.`, accessWords[access]]
      .filter((part) => part !== "")
      .join("\n\n"),
    "x-access": access,
    security: access === "public" ? [] : [{ token: [] }],
  };
}

/** A code such as inUse stays as it is. */
function capitalised(words: string): string {
  return /^[a-z]+[A-Z]/.test(words) ? words : `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function idOf(name: string): string {
  return name.replace(/[{}]/g, "").replace(/[/.-](\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** A named schema has its own words. */
function described({ words }: Writer, schema: OpenApiNode, key: string): OpenApiNode {
  return schema.$ref === undefined ? withDescriptions(schema, words.get(key)) : schema;
}

function contentOf(writer: Writer, name: string, call: Call, body: z.ZodType): OpenApiNode {
  const schema = described(writer, writer.schemaOf(body, "input"), name);
  const jsonOf = (shape: OpenApiNode) => ({
    "application/json": { schema: shape, example: writer.example(shape) },
  });
  if (call.multipart === undefined) return jsonOf(schema);
  const { files: maxItems, orField } = call.multipart === true ? pictureUpload : call.multipart;
  const files = { type: "array", items: { type: "string", format: "binary" }, maxItems };
  const jsonObject = typeof schema.$ref === "string" ? writer.all[schema.$ref.split("/").at(-1)!]! : schema;
  const form = {
    ...jsonObject,
    properties: { ...(jsonObject.properties as OpenApiNode | undefined), files },
  };
  if (orField === undefined) return { ...jsonOf(schema), "multipart/form-data": { schema: form } };
  const required = [...((schema.required ?? []) as string[]), orField];
  const eitherOne = {
    description: `\`files\` or \`${orField}\` is needed.`,
    if: { required: ["files"], properties: { files: { minItems: 1 } } },
    else: { required: [orField] },
  };
  return { ...jsonOf({ ...schema, required }), "multipart/form-data": { schema: { ...form, ...eitherOne } } };
}

const idempotencyKey: OpenApiNode = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 8, maxLength: 255, pattern: "^[!-~]*$" },
  description: "The same key with the same body gives the same reply and does nothing twice",
  example: "5c0f1c9e-order-1",
};

function parametersOf(
  writer: Writer,
  name: string,
  location: "path" | "query",
  declared: z.ZodType | undefined,
): OpenApiNode[] {
  if (declared === undefined) return [];
  const schema = writer.schemaOf(declared, "input") as {
    properties?: Record<string, OpenApiNode>;
    required?: string[];
  };
  const fields = writer.words.get(name)?.fields ?? {};
  return Object.entries(schema.properties ?? {}).map(([field, { description, deprecated, ...property }]) => ({
    name: field,
    in: location,
    required: location === "path" || (schema.required?.includes(field) ?? false),
    description: description ?? fields[field] ?? parameterWords[field],
    ...(deprecated === true && { deprecated }),
    schema: property,
    example: writer.example(property, field),
  }));
}

function sortedByName(schemas: Record<string, OpenApiNode>): Record<string, OpenApiNode> {
  return Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
