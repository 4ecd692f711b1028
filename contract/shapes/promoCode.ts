import { z } from "zod";
import { holdLimits } from "../rules/holdLimits.ts";
import { id, instant, plannedInstant, requiredTextLine, stock } from "../scalars.ts";
import { ticket } from "./ticket.ts";

/** The kind of a code. `access` opens hidden tickets and gives no discount. */
export const promoCodeKind = z.enum(["percent", "amount", "access"]).meta({ id: "PromoCodeKind" });

/**
 * A code as it is typed; case makes no difference. The description lists the characters, because some tools for JSON
 * Schema do not know `\p{L}`.
 */
export const promoCodeText = requiredTextLine(40)
  .regex(/^[\p{L}\p{N}_.-]+$/u, "must be letters, digits, dots, dashes and underscores")
  .meta({ description: "Letters and digits of any script, dots, dashes and underscores" });

/**
 * The discount of a code: percent (above 0, at most 100, up to 2 decimals), minor units off each ticket, or 0 (access).
 */
const value = z.number("must be a number").min(0, "must not be negative").max(holdLimits.amount);

/** A promo code as staff see it. It makes tickets cheaper, opens hidden ones, or both. */
export const promoCode = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    code: z.string(),
    kind: promoCodeKind,
    /** Percent, minor units off each ticket, or 0 (access). */
    value: z.number(),
    /** The tickets it covers, hidden and deleted ones too; null: all that are not hidden. */
    ticketIds: z.array(z.number().int()).nullable(),
    /** Tickets that can be bought with it; null: no limit. */
    maxUses: z.number().int().nullable(),
    /** Tickets in unpaid holds with it. */
    held: z.number().int(),
    /** Tickets that were bought with it and not cancelled. */
    sold: z.number().int(),
    /** How many more can be bought with it; null: no limit. */
    left: z.number().int().nullable(),
    startsAt: instant.nullable(),
    endsAt: instant.nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: "PromoCode" });
export type PromoCode = z.infer<typeof promoCode>;

/** A promo code as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const promoCodeInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  code: promoCodeText.optional(),
  kind: promoCodeKind.optional(),
  value: value.optional(),
  /** Null or empty: all that are not hidden; `access` needs at least one. */
  ticketIds: z.array(id).max(500, "must have at most 500 entries").nullish(),
  maxUses: stock.min(1, "must be at least 1").nullish(),
  startsAt: plannedInstant.nullish(),
  endsAt: plannedInstant.nullish(),
  isActive: z.boolean().optional(),
});
export type PromoCodeInput = z.output<typeof promoCodeInput>;

/** A ticket that a code covers, with its price with the code in minor units. */
export const ticketWithCode = ticket
  .extend({ priceWithCode: z.number().int() })
  .meta({ id: "TicketWithCode" });

/** The effect of a code for its user: the active tickets it covers, hidden ones included. */
export const promoCodeOffer = z
  .object({
    code: z.string(),
    kind: promoCodeKind,
    /** Percent, minor units off each ticket, or 0 (access). */
    value: z.number(),
    /** How many tickets can still be bought with it; null: no limit. */
    left: z.number().int().nullable(),
    endsAt: instant.nullable(),
    tickets: z.array(ticketWithCode),
  })
  .meta({ id: "PromoCodeOffer" });
export type PromoCodeOffer = z.infer<typeof promoCodeOffer>;
