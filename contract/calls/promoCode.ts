/** The calls about promo codes. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, neededWhenNew, requiredLine } from "../scalars.ts";
import { promoCode, promoCodeInput, promoCodeOffer } from "../shapes/promoCode.ts";

export const promoCodeCalls = {
  "promoCode/check": call({
    method: "POST",
    access: "public",
    kind: "read",
    summary:
      "What a code gives: notFound when the event has none such, salesClosed before and after its time, soldOut when it is used up",
    refuses: ["soldOut", "salesClosed", "tooMany"],
    body: z.object({ eventId: id, code: requiredLine(40) }),
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
      "Make a promo code, or change one; inUse when maxUses is less than was bought and is held with it. Who holds places keeps the price they were quoted",
    refuses: ["inUse"],
    body: neededWhenNew(promoCodeInput, ["eventId", "code", "kind"]).meta({ id: "PromoCodeInput" }),
    payload: promoCode,
  }),
  "promoCode/remove": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Remove a promo code; inUse once anybody used it: make it inactive instead",
    refuses: ["inUse"],
    body: z.object({ promoCodeId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
