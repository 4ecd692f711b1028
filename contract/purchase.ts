/** Buying what is no ticket: extras after the tickets, a sponsor's package, a donation (docs/wire.md §4). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { extrasPurchase } from "./extrasPurchase.ts";
import { order } from "./order.ts";
import { paymentIntent } from "./payment.ts";
import { leastDonationOfAll } from "./rules/currencies.ts";
import { holdLimits } from "./rules/holdLimits.ts";
import {
  accessKey,
  email,
  flag,
  id,
  instant,
  line,
  minor,
  paragraph,
  quantity,
  requiredLine,
} from "./scalars.ts";
import { sponsorship } from "./sponsorship.ts";

/** What a sponsor or donor says of themselves. */
const sponsorInput = z.object({
  firstName: requiredLine(100),
  lastName: line(100).default(""),
  email,
  phone: line(40).default(""),
  organization: line(200).default(""),
  message: paragraph(1000).default(""),
});

/** Amounts in minor units. What is free has the clientSecret "no-stripe" and no intent, as in `order/createOrder`. */
const begun = paymentIntent.extend({ paymentIntentId: z.string().nullable() });

const tooManyEntries = `must have at most ${holdLimits.laterExtras} entries`;

export const purchaseCalls = {
  "extras/purchaseExtras": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Extras for a registration that has its tickets: they are kept while they are being paid; soldOut or notEnoughLeft tells `availableExtras`",
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
      /** One of each, for clients that know no quantities. */
      extrasIds: z.array(id).max(holdLimits.laterExtras, tooManyEntries).optional(),
      /** What the buyer was shown; another total is amountMismatch. */
      totalAmount: minor.optional(),
    }),
    /** `expiresAt`: until when they are kept while they are paid; null once they are. */
    payload: begun.extend({ order, extrasPurchase, expiresAt: instant.nullable() }),
  }),
  "sponsorship/create": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "A package, or a donation of `amount`; pending until the provider says that it is paid. A package is kept while it is being paid",
    refuses: ["soldOut", "salesClosed", "amountMismatch", "tooMany"],
    body: z
      .object({
        eventId: id,
        packageId: id.nullish(),
        /** Minor units of the event's currency. Of a package it is its price, or amountMismatch. */
        amount: minor.min(leastDonationOfAll, `must be at least ${leastDonationOfAll} minor units`).nullish(),
        sponsorData: sponsorInput,
        /** The sponsor's own registration: of the event, and under the same e-mail address. */
        registrationId: id.nullish(),
        /** Whether the event's page may name them. */
        isPublic: flag.default(true),
      })
      .meta({
        if: { required: ["packageId"], properties: { packageId: { not: { type: "null" } } } },
        else: { required: ["amount"], not: { properties: { amount: { type: "null" } } } },
      }),
    payload: z.object({ sponsorship, accessKey: z.string() }),
  }),
  "sponsorship/createSponsorshipPaymentIntent": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "The intent that pays a sponsorship; repeating it gives the same one",
    refuses: ["paymentFailed", "holdExpired", "alreadyPaid", "tooMany"],
    body: z.object({ sponsorshipId: id, accessKey }),
    payload: paymentIntent,
  }),
};
