/** The calls about sponsorships and donations. */

import { z } from "zod";
import { call, logoUpload } from "../endpoint.ts";
import { leastDonationOfAll } from "../rules/currencies.ts";
import { accessKey, currency, flag, id, minor } from "../scalars.ts";
import { paymentStatus } from "../shapes/order.ts";
import { paymentIntent } from "../shapes/payment.ts";
import { sponsorInput } from "../shapes/purchase.ts";
import { eventSupport, ownSponsorship, sponsorship, staffSponsorship, sum } from "../shapes/sponsorship.ts";

export const sponsorshipCalls = {
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
        /** Minor units of the event's currency. For a package it must be its price, else amountMismatch. */
        amount: minor.min(leastDonationOfAll, `must be at least ${leastDonationOfAll} minor units`).nullish(),
        sponsorData: sponsorInput,
        /** The sponsor's own registration: for the same event and with the same e-mail address. */
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
  "sponsorship/getSponsorshipsByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "An event's sponsorships, of one payment status or of all, newest first and at most 1,000, for its staff",
    query: z.object({ eventId: id, paymentStatus: paymentStatus.optional() }),
    payload: z.array(staffSponsorship),
  }),
  "sponsorship/getSponsorshipsByRegistrationId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The sponsorships of one registration, for its club's staff",
    query: z.object({ registrationId: id }),
    payload: z.array(staffSponsorship),
  }),
  "sponsorship/getSponsorshipById": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One sponsorship, for its club's staff",
    query: z.object({ sponsorshipId: id }),
    payload: staffSponsorship,
  }),
  "sponsorship/getTotals": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "What an event's sponsorships come to by currency: paid ones less what was given back of them, those that wait for their payment, and what was given back in whole or in part",
    query: z.object({ eventId: id }),
    payload: z.array(z.object({ currency, paid: sum, pending: sum, refunded: sum })),
  }),
  "sponsorship/setPublic": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Take a sponsor off the event's page, or put them back; who asked not to be named cannot be put there",
    body: z.object({ sponsorshipId: id, isPublic: flag }),
    payload: staffSponsorship,
  }),
  "sponsorship/getSupport": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "What an event's page tells of its sponsors: whether one can be one, and who is, where the club shows it",
    query: z.object({ eventId: id }),
    payload: eventSupport,
  }),
  "sponsorship/getOwn": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "A sponsorship with its order, for whoever gave it",
    query: z.object({ sponsorshipId: id, accessKey }),
    payload: ownSponsorship,
  }),
  "sponsorship/setLogo": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Put a sponsor's logo in place of the one before, or, without a file, take it away; by the sponsorship's key, and only until it is paid (notActive)",
    refuses: ["notActive", "tooMany"],
    body: z.object({ sponsorshipId: id, accessKey }),
    multipart: logoUpload,
    payload: z.object({ logoUrl: z.string().nullable() }),
  }),
  "sponsorship/removeLogo": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Take a sponsor's logo off, for its club's staff",
    body: z.object({ sponsorshipId: id }),
    payload: staffSponsorship,
  }),
  "sponsorship/release": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Give a sponsorship up before it is paid, as when choosing again; alreadyPaid when it is, busy while the bank decides",
    refuses: ["paymentFailed", "alreadyPaid"],
    body: z.object({ sponsorshipId: id, accessKey }),
    payload: z.object({ sponsorship }),
  }),
};
