import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, requiredOnCreate, requiredTextLine } from "../scalars.ts";
import { promoCode, promoCodeInput, promoCodeOffer } from "../shapes/promoCode.ts";

export const promoCodeCalls = {
  "promoCode/check": call({
    method: "POST",
    access: "public",
    kind: "read",
    summary:
      "The effect of a promo code. Refused as notFound if the event has no such active code, as salesClosed before and after its time, and as soldOut if it is used up",
    refuses: ["soldOut", "salesClosed", "tooMany"],
    body: z.object({ eventId: id, code: requiredTextLine(40) }),
    payload: promoCodeOffer,
  }),
  "promoCode/getByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's promo codes, oldest first, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(promoCode),
  }),
  "promoCode/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Create a promo code or change one. Refused as inUse if maxUses is less than the number of tickets that were bought or are held with the code, or if the event has another code with this text. Buyers who hold places keep the quoted price",
    refuses: ["inUse"],
    body: requiredOnCreate(promoCodeInput, ["eventId", "code", "kind"]).meta({ id: "PromoCodeInput" }),
    payload: promoCode,
  }),
  "promoCode/remove": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Delete a promo code. Refused as inUse if a registration has it, also an expired one: make it inactive instead",
    refuses: ["inUse"],
    body: z.object({ promoCodeId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
