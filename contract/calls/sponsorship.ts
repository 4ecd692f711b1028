import { z } from "zod";
import { call, logoUpload } from "../endpoint.ts";
import { leastDonationOfAll } from "../rules/money/currencies.ts";
import { accessKey, currency, flag, id, minor } from "../scalars.ts";
import { paymentIntent } from "../shapes/money/payment.ts";
import { paymentStatus } from "../shapes/order.ts";
import {
  countAndAmount,
  eventSupport,
  ownSponsorship,
  sponsorInput,
  sponsorship,
  staffSponsorship,
} from "../shapes/sponsorship.ts";

export const sponsorshipCalls = {
  "sponsorship/create": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Create a sponsorship with a package, or a donation of `amount`. It is paid once the provider reports the payment, or staff record it. Until then its package is held for a while",
    refuses: ["soldOut", "salesClosed", "amountMismatch", "tooMany"],
    body: z
      .object({
        eventId: id,
        packageId: id.nullish(),
        /** Minor units of the event's currency. With a package: its price or left out, else amountMismatch. */
        amount: minor.min(leastDonationOfAll, `must be at least ${leastDonationOfAll} minor units`).nullish(),
        sponsorData: sponsorInput,
        /**
         * The sponsor's registration, of the same event and with the same e-mail address. Any other is not stored; the
         * reply repeats it all the same, so that it does not reveal whose registration it is.
         */
        registrationId: id.nullish(),
        /** Whether the event's page may show the sponsor's name and logo. */
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
    summary:
      "The payment intent of a sponsorship. A repeat returns the same one, or a new one if that has failed or was cancelled",
    refuses: ["paymentFailed", "holdExpired", "alreadyPaid", "tooMany"],
    body: z.object({ sponsorshipId: id, accessKey }),
    payload: paymentIntent,
  }),
  "sponsorship/getSponsorshipsByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "An event's sponsorships, newest first and at most 1,000, for its staff. Those of one payment status, or all",
    query: z.object({ eventId: id, paymentStatus: paymentStatus.optional() }),
    payload: z.array(staffSponsorship),
  }),
  "sponsorship/getSponsorshipsByRegistrationId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The sponsorships with this `registrationId`, for its club's staff",
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
      "The totals of an event's sponsorships by currency: paid minus refunds, pending, and refunded in whole or in part",
    query: z.object({ eventId: id }),
    payload: z.array(
      z.object({ currency, paid: countAndAmount, pending: countAndAmount, refunded: countAndAmount }),
    ),
  }),
  "sponsorship/setPublic": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Hide a sponsor on the event's page, or show them again. A sponsor who asked not to be named cannot be shown",
    body: z.object({ sponsorshipId: id, isPublic: flag }),
    payload: staffSponsorship,
  }),
  "sponsorship/getSupport": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The sponsors that an event's page names, and whether the event has active packages",
    query: z.object({ eventId: id }),
    payload: eventSupport,
  }),
  "sponsorship/getOwn": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "A sponsorship with its order, for its sponsor",
    query: z.object({ sponsorshipId: id, accessKey }),
    payload: ownSponsorship,
  }),
  "sponsorship/setLogo": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Replace a sponsor's logo, or remove it if there is no file. It needs the sponsorship's key. Refused as notActive after the time until which the event allows corrections (`guestsUntil`, or else the start), after staff have removed a logo, for a cancelled event, and for a sponsorship that failed or was refunded",
    refuses: ["notActive", "tooMany"],
    body: z.object({ sponsorshipId: id, accessKey }),
    multipart: logoUpload,
    payload: z.object({ logoUrl: z.string().nullable() }),
  }),
  "sponsorship/removeLogo": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Remove a sponsor's logo, for its club's staff",
    body: z.object({ sponsorshipId: id }),
    payload: staffSponsorship,
  }),
  "sponsorship/release": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Release an unpaid sponsorship, for example when the sponsor chooses again. Refused as alreadyPaid if it is paid, and as busy while the bank decides",
    refuses: ["paymentFailed", "alreadyPaid"],
    body: z.object({ sponsorshipId: id, accessKey }),
    payload: z.object({ sponsorship }),
  }),
};
