/** Checks against spec.json, which `npm run trim:stripe` makes from Stripe's specification. */
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { type FormTree, type FormValue, textsUnder } from "../fakeStripe/formBody.ts";

interface Spec {
  source: string;
  apiVersion: string;
  eventTypes: string[];
  /** By call, such as "GET /v1/payment_intents/{intent}". */
  calls: Record<string, { parameters: object; reply: object }>;
  schemas: Record<string, object>;
}

const spec = JSON.parse(readFileSync(new URL("spec.json", import.meta.url), "utf8")) as Spec;

export const { apiVersion } = spec;

const formats = { "unix-time": true, decimal: /^-?\d+(\.\d+)?$/, currency: /^[a-z]{3}$/ } as const;
const replies = new Ajv({ strict: false, formats });
// A form has texts only, which are coerced to numbers and booleans.
const requests = new Ajv({ strict: false, formats, coerceTypes: true });
for (const ajv of [replies, requests]) ajv.addSchema({ $id: "stripe", schemas: spec.schemas });

const withId = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas/', '"stripe#/schemas/'));
const checks = new Map(
  Object.entries(spec.calls).map(([call, { parameters, reply }]) => [
    call.replaceAll(/\{\w+\}/g, ":id"),
    { parameters: requests.compile(withId(parameters)), reply: replies.compile(withId(reply)) },
  ]),
);
const checkError = objectCheck("error");
const checkEvent = objectCheck("event");
const objectChecks = new Map(
  ["payment_intent", "charge", "refund", "dispute"].map((name) => [name, objectCheck(name)]),
);
const eventTypes: ReadonlySet<string> = new Set(spec.eventTypes);

function objectCheck(name: string): ValidateFunction {
  return replies.compile({ $ref: `stripe#/schemas/${name}` });
}

/** The error of a request, in Stripe's format. */
export interface WrongParameter {
  code: string;
  param: string;
  message: string;
}

/** The error in the parameters of a call; null if they are valid, or if spec.json lacks the call. */
export function wrongParameter(call: string, form: FormTree): WrongParameter | null {
  const check = checks.get(call)?.parameters;
  // The fake answers unknown calls itself.
  if (check === undefined) return null;
  if (!check(formValues(form))) return toStripeError(check.errors![0]!);
  const types = call === "GET /v1/events" ? Object.values(textsUnder(form, "types")) : [];
  const unknown = types.find((type) => !eventTypes.has(type));
  if (unknown === undefined) return null;
  return { code: "parameter_invalid", param: "types", message: `There are no events of the type ${unknown}` };
}

/** The error in a reply to a call; null if it is valid. */
export function wrongReply(call: string, status: number, body: unknown): string | null {
  const check = status === 200 ? checks.get(call)?.reply : checkError;
  if (check === undefined) return `spec.json has no ${call}`;
  return check(body) ? null : `The reply to ${call} (${status}): ${replies.errorsText(check.errors)}`;
}

interface StripeEvent {
  type: string;
  data: { object: Record<string, unknown> };
}

/** The error in an event and its object; null if both are valid. */
export function wrongEvent(event: StripeEvent): string | null {
  const object: Record<string, unknown> = event.data.object;
  const { type } = event;
  if (!eventTypes.has(type)) return `Stripe has no events of the type ${type}`;
  if (!checkEvent(event)) return `The event ${type}: ${replies.errorsText(checkEvent.errors)}`;
  const check = objectChecks.get(String(object.object));
  if (check === undefined) return `The event ${type} is about an object that spec.json lacks`;
  return check(object) ? null : `The object of the event ${type}: ${replies.errorsText(check.errors)}`;
}

function formValues(value: FormValue | undefined): unknown {
  if (typeof value !== "object") return value;
  const entries = Object.entries(value);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList
    ? entries.map(([, one]) => formValues(one))
    : Object.fromEntries(entries.map(([name, one]) => [name, formValues(one)]));
}

function toStripeError({ keyword, instancePath, params, message = "" }: ErrorObject): WrongParameter {
  const path = instancePath.split("/").filter((step) => step !== "");
  const [first = "", ...rest] = path;
  const param = `${first}${rest.map((step) => `[${step}]`).join("")}`;
  if (keyword === "additionalProperties") {
    const unknown = String(params.additionalProperty);
    const name = param === "" ? unknown : `${param}[${unknown}]`;
    return { code: "parameter_unknown", param: name, message: `Received unknown parameter: ${name}` };
  }
  if (keyword === "required") {
    const name = String(params.missingProperty);
    return { code: "parameter_missing", param: name, message: `Missing required param: ${name}.` };
  }
  const code = keyword === "type" ? `parameter_invalid_${String(params.type)}` : "parameter_invalid";
  return { code, param, message: `Invalid ${param}: ${message}` };
}
