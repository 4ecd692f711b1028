import type { OpenApiNode } from "./openapiSchemas.ts";

const byName: Record<string, unknown> = {
  accentColor: "#c79f5a",
  accessKey: "q3Jx0vT1mXw9bLr4Zk8PdA",
  additionalFields: { Company: "Keller & Sons" },
  answer: "Vegan",
  availableCount: 20,
  bannerUrl: "/api/event-banner/default",
  by: "Mia Keller",
  clientSecret: "pi_3Q_secret_9b",
  clubName: "Harbour Rowers",
  code: "EARLY",
  contactEmail: "hello@example.org",
  cursor: "18452.18452",
  description: "<p>An evening by the water.</p>",
  device: "9fK2vT1mXw9bLr4Zk8PdAA",
  deviceName: "Tom's phone",
  email: "mia@example.org",
  extrasIds: "[1,2]",
  attendeeIds: "[1,2]",
  file: "default",
  firstName: "Mia",
  fullName: "Mia Keller",
  gate: "North gate",
  heroTitle: "Summer Gala",
  imprintUrl: "https://club.example/imprint",
  key: "payment:1:disputed",
  lastName: "Keller",
  link: "q3Jx0vT1mXw9bLr4Zk8PdA",
  location: "Pier 7, Hamburg",
  logoUrl: "/api/club-logo/default",
  name: "Summer Gala",
  newPassword: "plain sailing 9",
  orderNumber: "4K7Q-2MXA",
  password: "plain sailing 9",
  paymentIntentId: "pi_3Q9bLr4Zk8PdA",
  phone: "+49 40 123",
  pin: "482913",
  privacyUrl: "https://club.example/privacy",
  publicKey: "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=",
  qrCodeData: '{"r":1,"a":1,"q":"6f0c7a52-6f0f-4d0c-9d0e-1f2a3b4c5d6e","e":1,"s":"…"}',
  refundPolicyUrl: "https://club.example/refunds",
  slug: "summer-gala",
  termsUrl: "https://club.example/terms",
  text: "Any allergies?",
  ticketTitle: "Standard",
  timeZone: "Europe/Berlin",
  title: "Standard",
  url: "https://tickets.example.org/door/q3Jx0vT1mXw9bLr4Zk8PdA",
  userTimezone: "Europe/Berlin",
  version: 1,
  w: "640",
};

const byFormat: Record<string, string> = {
  "date-time": "2030-05-01T18:00:00.000Z",
  date: "2030-05-01",
  uuid: "6f0c7a52-6f0f-4d0c-9d0e-1f2a3b4c5d6e",
  email: "mia@example.org",
  binary: "",
};

/** Makes the function that returns an example of a schema. */
export function examplesOf(
  namedSchemas: Record<string, OpenApiNode>,
): (schema: OpenApiNode, name?: string) => unknown {
  const example = (schema: OpenApiNode, name = ""): unknown => {
    if (typeof schema.$ref === "string")
      return example(namedSchemas[schema.$ref.split("/").at(-1)!] ?? {}, name);
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.examples)) return schema.examples[0];
    if (Array.isArray(schema.enum)) return schema.enum.find((word) => word !== "") ?? "";
    const variants = (schema.anyOf ?? schema.oneOf) as OpenApiNode[] | undefined;
    if (variants !== undefined) return example(variants.find(hasContent) ?? variants[0]!, name);
    const type = [schema.type].flat().find((typeName) => typeName !== "null");
    if (type === "object") return exampleObject(schema, name);
    if (type === "array")
      return schema.maxItems === 0
        ? []
        : [example((schema.items as OpenApiNode | undefined) ?? {}, singular(name))];
    if (type === "string") return exampleText(schema, name);
    if (type === "integer" || type === "number") return exampleNumber(schema, name);
    return type === "boolean" ? true : null;
  };
  const exampleObject = (schema: OpenApiNode, name: string): unknown => {
    const properties = (schema.properties ?? {}) as Record<string, OpenApiNode>;
    if (schema.properties === undefined && typeof schema.additionalProperties === "object")
      return byName[name] ?? { "1": example(schema.additionalProperties as OpenApiNode) };
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([field, property]) => property.deprecated !== true && !isOptionalId(schema, field))
        .map(([field, property]) => [field, example(property, field)]),
    );
  };
  return example;
}

/** Left out: with such an id the example would change a row that may not exist. */
function isOptionalId({ required }: OpenApiNode, field: string): boolean {
  return field === "id" && !(Array.isArray(required) && required.includes(field));
}

function hasContent(variant: OpenApiNode): boolean {
  return variant.type !== "null" && variant.const !== "";
}

function singular(name: string): string {
  return name.replace(/s$/, "");
}

function exampleText(schema: OpenApiNode, name: string): string {
  const hasTypical = schema.format === undefined || schema.format === "email" || schema.format === "uri";
  const typical = hasTypical ? byName[name] : undefined;
  if (typeof typical === "string" && isAllowed(typical, schema)) return typical;
  const text = byFormat[String(schema.format)] ?? "Example";
  return isAllowed(text, schema) ? text : "x".repeat(Number(schema.minLength ?? 1));
}

function isAllowed(
  text: string,
  { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: OpenApiNode,
): boolean {
  const hasAllowedLength = text.length >= Number(minLength) && text.length <= Number(maxLength);
  return hasAllowedLength && (typeof pattern !== "string" || new RegExp(pattern, "u").test(text));
}

function exampleNumber(schema: OpenApiNode, name: string): number {
  const typical = byName[name];
  const minimum = Number(schema.minimum ?? 0);
  if (typeof typical === "number" && typical >= minimum) return typical;
  const typicalNumber = /price|amount|total|subtotal|paid|net/i.test(name) ? 2500 : 1;
  return Math.min(Math.max(typicalNumber, minimum), Number(schema.maximum ?? Number.POSITIVE_INFINITY));
}
