import { z } from "zod";
import { call } from "../endpoint.ts";
import { holdLimits } from "../rules/holdLimits.ts";
import { accessKey, id, idList, instant, minor, quantity } from "../scalars.ts";
import { extras } from "../shapes/extras.ts";
import { extrasPurchase } from "../shapes/extrasPurchase.ts";
import { paymentIntent } from "../shapes/money/payment.ts";
import { order } from "../shapes/order.ts";

const tooManyEntries = `must have at most ${holdLimits.laterExtras} entries`;

/** A free purchase has the clientSecret "no-stripe" and no intent. */
const startedPurchase = paymentIntent.extend({ paymentIntentId: z.string().nullable() });

export const extrasCalls = {
  "extras/getExtrasByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's active extras",
    query: z.object({ eventId: id }),
    payload: z.array(extras),
  }),
  "extras/getExtrasByIds": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "Active extras of published events, by their ids in a JSON list",
    query: z.object({ extrasIds: idList }),
    payload: z.array(extras),
  }),
  "extras/purchaseExtras": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Buy extras for an active registration. They are held during payment. soldOut and notEnoughLeft have `availableExtras`",
    refuses: [
      "paymentFailed",
      "soldOut",
      "notEnoughLeft",
      "salesClosed",
      "holdExpired",
      "alreadyPaid",
      "notActive",
      "amountMismatch",
      "tooMany",
    ],
    body: z.object({
      registrationId: id,
      accessKey,
      extras: z
        .array(z.object({ extrasId: id, quantity }))
        .max(holdLimits.laterExtras, tooManyEntries)
        .optional(),
      /**
       * Like `extras`, with a quantity of 1 each, for clients that cannot send quantities. One of the two must have an
       * entry.
       */
      extrasIds: z.array(id).max(holdLimits.laterExtras, tooManyEntries).optional(),
      /** The total that the buyer was shown; a different total is refused as amountMismatch. */
      totalAmount: minor.optional(),
      /**
       * An unpaid order of extras of the same registration, which is released first. The call is refused as alreadyPaid
       * if it is paid, and as busy if its payment may still succeed. Any other order is ignored.
       */
      replacesOrderId: id.optional(),
    }),
    /** `expiresAt`: the end of the hold; null for free extras. */
    payload: startedPurchase.extend({ order, extrasPurchase, expiresAt: instant.nullable() }),
  }),
};
