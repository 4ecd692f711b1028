import { z } from "zod";
import { httpsPattern, maxHttpsAddress } from "./rules/club/policies.ts";
import { emailPattern } from "./rules/email.ts";
import { holdLimits } from "./rules/holdLimits.ts";
import { currencyCodes, type currencyRules } from "./rules/money/currencies.ts";
import { characterCount, isAtMost } from "./rules/textLength.ts";
import { isWellFormed } from "./rules/wellFormed.ts";

/** The largest id: a JavaScript number is exact for every integer of fifteen digits. */
export const maxId = 999_999_999_999_999;

/** A row's id as clients send it: an integer from 1, or its digits as a text (docs/wire.md §1). */
export const id = z
  .union(
    [
      z.int("must be a whole number").min(1, "must be at least 1").max(maxId, "is too large"),
      z
        .string()
        .regex(/^\d{1,15}$/, "must be a whole number")
        .meta({ pattern: "^0*[1-9]\\d*$", maxLength: 15 })
        .transform(Number),
    ],
    {
      error: "must be a whole number",
    },
  )
  .pipe(z.int().min(1, "must be at least 1"))
  .meta({ id: "Id" });

/** Ids in a query, as a JSON list. The length limits the work of parsing. */
export const idList = z
  .string()
  .max(4_000, "must have at most 200 entries")
  .meta({
    pattern: "^\\[([1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,199})?\\]$",
    description: "A JSON list of at most 200 ids: [1,2]",
  })
  .transform((text, context) => {
    const given = safeJson(text);
    const parsed = z.array(id).max(200, "must have at most 200 entries").safeParse(given);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: "must be a JSON list of ids" });
    return z.NEVER;
  });

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL can store a text: it refuses NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\0") && isWellFormed(text);

/** JSON Schema patterns: `lineChar` is no control character, `letter` also no space. */
const control = "\\u0000-\\u001f\\u007f-\\u009f";
const lineChar = `[^${control}]`;
const letter = `[^\\s${control}]`;

/** One trimmed line of text, without control characters. */
export const textLine = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => isAtMost(text, max), `must be at most ${max} characters`)
    .refine(isStorable, "must be readable text")
    .refine((text) => !/\p{Cc}/u.test(text), "must be one line without control characters")
    .meta({ maxLength: max, pattern: `^${lineChar}*$` });

/** A line of at least `least` characters. */
export const requiredTextLine = (max: number, least = 1) =>
  textLine(max)
    .refine(
      (text) => characterCount(text) >= least,
      least === 1 ? "is required" : `must be at least ${least} letters`,
    )
    .meta({
      minLength: least,
      pattern:
        least === 1
          ? `^${lineChar}*${letter}${lineChar}*$`
          : `^${letter}${lineChar}{${least - 2},}${letter}$`,
    });

/** An event's slug, a former slug, or a path of a former ticket system; there may be no such event. */
export const slug = requiredTextLine(200);

/** Trimmed text that may have several lines. */
export const paragraph = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => isAtMost(text, max), `must be at most ${max} characters`)
    .refine(isStorable, "must be readable text")
    .meta({ maxLength: max, pattern: "^[^\\u0000]*$" });

/** The pattern of docs/product.md §5, at most 254 characters (RFC 5321). */
export const email = textLine(254)
  .refine((text) => emailPattern.test(text), "must be an e-mail address")
  .meta({ format: "email", pattern: emailPattern.source.replaceAll("\\s", `\\s${control}`) });

/** The https address of a legal page. */
export const httpsAddress = textLine(maxHttpsAddress)
  .refine((text) => httpsPattern.test(text), "must be an address like https://example.org/terms")
  .meta({ format: "uri", pattern: httpsPattern.source });

/** An optional text: null and the empty text become null, but not a text of spaces. A missing field stays undefined. */
export const optional = <T extends z.ZodType<string>>(text: T) =>
  z.union([z.literal("").transform(() => null), z.null(), text]).optional();

/** An amount in minor units. */
export const minor = z
  .number()
  .int("must be a whole number of minor units")
  .min(0, "must not be negative")
  .max(holdLimits.amount);

/** A limit of places, items or uses. */
export const stock = z
  .number("must be a number")
  .int("must be a whole number")
  .min(0, "must not be negative")
  .max(10_000_000, "must be at most 10,000,000");

/** A nested field that may come as its JSON text. */
export const jsonOrText = <T extends z.ZodType>(shape: T) =>
  z.preprocess((given, context) => {
    if (typeof given !== "string") return given;
    try {
      return JSON.parse(given) as unknown;
    } catch {
      context.issues.push({ code: "custom", message: "is not readable JSON", input: given });
      return z.NEVER;
    }
  }, shape);

/** A number of items. A number as a text is refused. */
export const quantity = z
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(holdLimits.quantity, `must be at most ${holdLimits.quantity}`);

/** A lower-case currency code (docs/product.md §9). */
export const currency = z.enum(currencyCodes).meta({ id: "Currency" });
/** A lower-case currency code. */
export type Currency = keyof typeof currencyRules;

/** An instant as replies contain it: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** An instant as staff send it, in UTC or with an offset. It becomes UTC. */
export const plannedInstant = z.iso
  .datetime({ offset: true, error: "must be a time such as 2030-05-01T18:00:00Z", abort: true })
  .refine((text) => /^(?:19|20|21)/.test(text), "must be between 1900 and 2199")
  .meta({
    pattern:
      "^(19|20|21)\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$",
  })
  .transform((text) => new Date(text).toISOString())
  .pipe(instant);

/** An optional text: null becomes the empty text. A missing field stays undefined. */
export const clearable = <T extends z.ZodType<string>>(text: T) =>
  z.union([z.null().transform(() => ""), text]).optional();

/** A boolean, which may come as the text of a query. */
export const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")], {
  error: "must be true or false",
});

/** A reader's time zone as the browser reports it; the server may not know it. */
export const zone = textLine(64);

/** An `Idempotency-Key` that a call was sent with (docs/wire.md §1). */
export const idempotencyKey = z
  .string("is required")
  .regex(/^[\x21-\x7e]{8,255}$/, "must be 8 to 255 visible characters")
  .meta({ examples: ["5c0f1c9e-order-1"] });

/** Proves a registration, a sponsorship or a place on a waiting list (docs/wire.md §1). */
export const accessKey = z.string("is required").regex(/^[A-Za-z0-9_-]{16,64}$/, "is not an access key");

/** Proves one attendee. */
export const qrUuid = z.uuid("is not a ticket code");

/** The page of a list. A size of 0 or -1 means all, up to 1,000 (docs/wire.md §1). */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  itemsPerPage: z.coerce.number().int().min(-1).max(1_000_000).default(6),
  fetchTotalCount: flag.default(true),
};

/** One page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    totalItems: z.number().int(),
    page: z.number().int(),
    itemsPerPage: z.number().int(),
    totalPages: z.number().int(),
  });

/** The input of a call that creates something without an `id`; then `fields` are required. */
export function requiredOnCreate<Shape extends z.ZodRawShape>(
  input: z.ZodObject<Shape>,
  fields: readonly (string & keyof Shape)[],
) {
  return input
    .superRefine((given, context) => {
      const values = given as Record<string, unknown>;
      if (values.id !== undefined && values.id !== null) return;
      for (const field of fields)
        if (values[field] === undefined)
          context.addIssue({ code: "custom", path: [field], message: "is required" });
    })
    .meta({
      description: `With an \`id\` it is a change, and what is not given keeps its value. Without one it is new, and needs ${fields.map((field) => `\`${field}\``).join(", ")}.`,
      if: { required: ["id"], properties: { id: { not: { type: "null" } } } },
      else: { required: [...fields] },
    });
}
