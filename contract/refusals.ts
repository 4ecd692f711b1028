import { z } from "zod";
import type { Call, Code } from "./endpoint.ts";
import type { FileCall } from "./files.ts";
import { checkin } from "./shapes/door/checkin.ts";
import { eventRemoval } from "./shapes/event.ts";
import { extrasPurchase } from "./shapes/extrasPurchase.ts";
import { attendee } from "./shapes/registration.ts";

const fields = z.array(z.object({ path: z.string(), message: z.string() }).meta({ id: "FieldProblem" }));
/** How many are left, by the id of the ticket or extra. */
const leftById = z.record(z.string(), z.number().int());
const places = z
  .object({
    available: leftById.optional(),
    availableExtras: leftById.optional(),
    /** How many more tickets the promo code can be used for. */
    promoCodeLeft: z.number().int().optional(),
    fields: fields.optional(),
  })
  .meta({ id: "PlacesLeft" });

/** The payload of each code's refusal; other codes have none. */
export const refusalPayloads: Partial<Record<Code, z.ZodType>> = {
  invalidInput: z.object({ fields }),
  invalidFile: z.object({ fields: fields.optional() }).optional(),
  badCredentials: z
    .object({
      secondFactor: z.enum(["required", "wrong", "unreadable"]).optional(),
      retryAfterSeconds: z.number().optional(),
    })
    .optional(),
  wrongRole: z.object({ secondFactor: z.literal("due") }).optional(),
  paymentFailed: z.object({ declineCode: z.string().nullable().optional() }),
  soldOut: places.optional(),
  notEnoughLeft: places,
  salesClosed: z.object({ fields: fields.optional() }).optional(),
  slugTaken: z.object({ fields, suggestion: z.string().optional() }),
  // `available` only for somebody who joins a waiting list while places are left.
  notActive: z.object({ available: z.number().int().optional() }).optional(),
  alreadyCheckedIn: z.object({ attendee, checkin }),
  alreadyRedeemed: extrasPurchase,
  inUse: z
    .object({
      takes: eventRemoval.shape.takes.optional(),
      mostDevices: z.number().int().optional(),
      /** The lowest allowed value, because so many are sold or held. */
      least: z.number().int().optional(),
      fields: fields.optional(),
    })
    .optional(),
  /** In minor units. */
  amountMismatch: z
    .object({ totalAmount: z.number().int().optional(), refundAmount: z.number().int().optional() })
    .optional(),
  tooMany: z.object({ retryAfterSeconds: z.number() }).optional(),
  unexpected: z.object({ requestId: z.string() }),
};

type CallDeclaration = Pick<Call, "access" | "query" | "body" | "idempotent" | "multipart" | "refuses"> &
  Pick<FileCall, "params"> & { method?: Call["method"]; alsoBy?: Call["alsoBy"]; kind?: Call["kind"] };

/** The codes that follow from the declaration of a call, a file or a stream. Some of them it may never answer. */
export function refusalsOf(declaration: CallDeclaration): Code[] {
  const { access, query, body, params, idempotent, multipart, refuses = [] } = declaration;
  const takesBody = [declaration.method, declaration.alsoBy].some(
    (method) => method === "POST" || method === "DELETE",
  );
  const takesAnything = [query, body, params].some((shape) => shape !== undefined);
  const codes: Code[] = [
    ...(takesAnything || takesBody ? (["invalidInput"] as const) : []),
    ...(multipart === undefined ? [] : (["invalidFile"] as const)),
    ...(access === "public" ? [] : (["notSignedIn"] as const)),
    ...(access === "public" || access === "token" ? [] : (["wrongRole"] as const)),
    // Writes of a club's staff are limited by the hour, except check-in and the door (server/http/limitsByClub.ts).
    ...(access === "admin" && declaration.kind === "write" ? (["tooMany"] as const) : []),
    ...(takesAnything ? (["notFound"] as const) : []),
    ...(idempotent === true ? (["idempotencyMismatch"] as const) : []),
    ...(takesBody ? (["tooLarge", "unsupportedType"] as const) : []),
    ...(access === "public" ? [] : (["tokenExpired"] as const)),
    "unexpected",
    "busy",
  ];
  return [...new Set([...codes, ...refuses])];
}
