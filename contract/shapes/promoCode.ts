/** Promo codes: words that make tickets cheaper, or open those that are not listed. */
import { z } from "zod";
import { holdLimits } from "../rules/holdLimits.ts";
import { id, instant, plannedInstant, requiredLine, stock } from "../scalars.ts";
import { ticket } from "./ticket.ts";

/** What a code does. `access` opens hidden tickets and takes nothing off. */
export const promoCodeKind = z.enum(["percent", "amount", "access"]).meta({ id: "PromoCodeKind" });

/** A code as it is typed; capitals make no difference. Not all readers of JSON Schema know classes of letters, so words say which. */
export const promoCodeText = requiredLine(40)
  .regex(/^[\p{L}\p{N}_.-]+$/u, "must be letters, digits, dots, dashes and underscores")
  .meta({ description: "Letters and digits of any script, dots, dashes and underscores" });

/** What a code takes off: percent (above 0, at most 100, up to 2 decimals), minor units off each ticket, or 0 (access). */
const value = z.number("must be a number").min(0, "must not be negative").max(holdLimits.amount);

/** A promo code as its staff see it. */
export const promoCode = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    code: z.string(),
    kind: promoCodeKind,
    value: z.number(),
    /** The tickets it covers, hidden ones too; null: all that are not hidden. */
    ticketIds: z.array(z.number().int()).nullable(),
    /** How many tickets can be bought with it; null means no limit. */
    maxUses: z.number().int().nullable(),
    /** Tickets that are being bought with it. */
    held: z.number().int(),
    /** Tickets that were bought with it. */
    sold: z.number().int(),
    /** How many more can be bought with it; null means no limit. */
    left: z.number().int().nullable(),
    startsAt: instant.nullable(),
    endsAt: instant.nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: "PromoCode" });
/** A promo code as replies to staff carry it. */
export type PromoCode = z.infer<typeof promoCode>;

/** What staff say of a code. With an `id` it is a change: what is not given keeps its value. */
export const promoCodeInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  code: promoCodeText.optional(),
  kind: promoCodeKind.optional(),
  value: value.optional(),
  /** None are all that are not hidden; `access` must name some. */
  ticketIds: z.array(id).max(500, "must name at most 500").nullish(),
  maxUses: stock.min(1, "must be at least 1").nullish(),
  startsAt: plannedInstant.nullish(),
  endsAt: plannedInstant.nullish(),
  isActive: z.boolean().optional(),
});
/** What staff say of a code, checked. */
export type PromoCodeInput = z.output<typeof promoCodeInput>;

/** A ticket that a code covers, with its price with the code in minor units. */
export const ticketWithCode = ticket
  .extend({ priceWithCode: z.number().int() })
  .meta({ id: "TicketWithCode" });
/** A ticket that a code covers. */
export type TicketWithCode = z.infer<typeof ticketWithCode>;

/** What a code gives to whoever knows it: the tickets it covers, those not listed among them. */
export const promoCodeOffer = z
  .object({
    code: z.string(),
    kind: promoCodeKind,
    value: z.number(),
    /** How many tickets can still be bought with it; null means no limit. */
    left: z.number().int().nullable(),
    endsAt: instant.nullable(),
    tickets: z.array(ticketWithCode),
  })
  .meta({ id: "PromoCodeOffer" });
/** What a code gives to whoever knows it. */
export type PromoCodeOffer = z.infer<typeof promoCodeOffer>;
