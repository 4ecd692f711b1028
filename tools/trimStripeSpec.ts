// npm run trim:stripe: writes the part of Stripe's specification that Foyer uses as JSON Schemas for the fake Stripe.
// Needs Go. Add new calls of Foyer here.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripeMockModule } from "./judges/stripeMock.ts";

const calls = [
  "POST /v1/payment_intents",
  "GET /v1/payment_intents/{intent}",
  "POST /v1/payment_intents/{intent}/confirm",
  "POST /v1/payment_intents/{intent}/cancel",
  "POST /v1/refunds",
  "GET /v1/refunds",
  "GET /v1/disputes",
  "GET /v1/events",
  "GET /v1/events/{id}",
];

/** Form parameters with a longer schema are left out, because Foyer does not send them. */
const maxParameterLength = 1_500;

const keptObjects = new Set([
  "address",
  "api_errors",
  "balance_transaction",
  "billing_details",
  "charge",
  "dispute",
  "dispute_evidence",
  "dispute_evidence_details",
  "email_sent",
  "error",
  "event",
  "fee",
  "notification_event_data",
  "notification_event_request",
  "payment_flows_automatic_payment_methods_payment_intent",
  "payment_intent",
  "payment_intent_next_action",
  "payment_method_details",
  "refund",
  "refund_next_action",
  "refund_next_action_display_details",
]);

type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

const refPrefix = "#/components/schemas/";
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: JsonObject, ...path: string[]): JsonObject =>
  path.reduce((parent, name) => {
    const object = parent[name];
    if (!isObject(object)) throw new Error(`The specification has no ${name} where one was expected`);
    return object;
  }, value);

const folder = join(moduleFolder(), "embedded", "openapi");
const spec = JSON.parse(readFileSync(join(folder, "spec3.json"), "utf8")) as JsonObject;
const schemas = objectAt(spec, "components", "schemas");

const trimmedSpec = {
  source: stripeMockModule,
  apiVersion: objectAt(spec, "info").version as string,
  eventTypes: eventTypes(),
  calls: Object.fromEntries(calls.map((call) => [call, trimCall(call)])),
  schemas: Object.fromEntries([...keptObjects].map((name) => [name, schemaOf(objectAt(schemas, name))])),
};
const path = new URL("../server/testing/stripeSpec/spec.json", import.meta.url);
writeFileSync(path, `${JSON.stringify(trimmedSpec, null, 1)}\n`);
console.log(
  `${stripeMockModule}, API ${trimmedSpec.apiVersion}: ${calls.length} calls, ${keptObjects.size} objects.`,
);

function moduleFolder(): string {
  const result = spawnSync("go", ["mod", "download", "-json", stripeMockModule], { encoding: "utf8" });
  if (result.status !== 0)
    throw new Error(`go mod download failed: ${result.error?.message ?? result.stderr}`);
  return (JSON.parse(result.stdout) as { Dir: string }).Dir;
}

/** The event types of webhook endpoints, without those of v2. */
function eventTypes(): Json {
  const form = formSchema(objectAt(spec, "paths", "/v1/webhook_endpoints", "post"));
  const types = objectAt(form, "properties", "enabled_events", "items").enum as string[];
  return types.filter((type) => type !== "*" && !type.startsWith("v2.")).toSorted();
}

function formSchema(operation: JsonObject): JsonObject {
  return objectAt(operation, "requestBody", "content", "application/x-www-form-urlencoded", "schema");
}

function trimCall(call: string): JsonObject {
  const [method = "", address = ""] = call.split(" ");
  const operation = objectAt(spec, "paths", address, method.toLowerCase());
  const reply = objectAt(operation, "responses", "200", "content", "application/json", "schema");
  return {
    parameters: method === "GET" ? queryOf(operation) : formOf(operation),
    reply: schemaOf(reply),
  };
}

function formOf(operation: JsonObject): JsonObject {
  const form = formSchema(operation);
  const entries = Object.entries(form.properties as JsonObject).map(
    ([name, schema]) => [name, schemaOf(schema)] as const,
  );
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.filter(([, schema]) => JSON.stringify(schema).length <= maxParameterLength),
    ) as JsonObject,
    ...(form.required === undefined ? {} : { required: form.required }),
    additionalProperties: false,
  };
}

function queryOf(operation: JsonObject): JsonObject {
  const parameters = (operation.parameters as JsonObject[]).filter((parameter) => parameter.in === "query");
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, schema }) => [name, schemaOf(schema as Json)]),
    ) as JsonObject,
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name as string),
    additionalProperties: false,
  };
}

/** Converts OpenAPI 3.0 to JSON Schema, without descriptions and unused objects. */
function schemaOf(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { nullable, properties, items, anyOf, additionalProperties, ...rest } = schema;
  if (typeof rest.$ref === "string") {
    const name = rest.$ref.slice(refPrefix.length);
    return keptObjects.has(name) ? withNull({ $ref: `#/schemas/${name}` }, nullable) : nullOrAbsent(nullable);
  }
  const converted = Object.fromEntries(
    ["type", "enum", "format", "maxLength", "minLength", "pattern"].flatMap((name) =>
      rest[name] === undefined ? [] : [[name, rest[name]]],
    ),
  ) as JsonObject;
  if (isObject(properties)) {
    converted.properties = Object.fromEntries(
      Object.entries(properties)
        .map(([name, value]) => [name, schemaOf(value)] as const)
        .filter(([, value]) => value !== false),
    ) as JsonObject;
    converted.additionalProperties = false;
    const names = Object.keys(converted.properties);
    converted.required = ((rest.required ?? []) as string[]).filter((name) => names.includes(name));
  }
  if (items !== undefined) converted.items = schemaOf(items);
  if (additionalProperties !== undefined) converted.additionalProperties = schemaOf(additionalProperties);
  if (Array.isArray(anyOf)) {
    const branches = anyOf.map(schemaOf).filter((branch) => branch !== false);
    if (branches.length === 0) return nullOrAbsent(nullable);
    converted.anyOf = branches;
  }
  return withNull(converted, nullable);
}

function withNull(schema: JsonObject, nullable: Json | undefined): JsonObject {
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}

/** A field whose object is dropped: null if Stripe allows that, otherwise absent. */
function nullOrAbsent(nullable: Json | undefined): Json {
  return nullable === true ? { type: "null" } : false;
}
