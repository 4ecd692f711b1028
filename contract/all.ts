import type { z } from "zod";
import { appUserCalls } from "./calls/appUser.ts";
import { attentionCalls } from "./calls/attention.ts";
import { authCalls } from "./calls/auth.ts";
import { checkinCalls } from "./calls/checkin.ts";
import { clubCalls } from "./calls/club.ts";
import { doorCalls } from "./calls/door.ts";
import { eventCalls } from "./calls/event.ts";
import { extrasCalls } from "./calls/extras.ts";
import { formCalls } from "./calls/form.ts";
import { healthCalls } from "./calls/health.ts";
import { importCalls } from "./calls/import.ts";
import { infoCalls } from "./calls/info.ts";
import { orderCalls } from "./calls/order.ts";
import { promoCodeCalls } from "./calls/promoCode.ts";
import { registrationCalls } from "./calls/registration.ts";
import { sharedCapacityCalls } from "./calls/sharedCapacity.ts";
import { sponsorshipCalls } from "./calls/sponsorship.ts";
import { sponsorshipPackageCalls } from "./calls/sponsorship-package.ts";
import { stripeCalls } from "./calls/stripe.ts";
import { taxRateCalls } from "./calls/taxRate.ts";
import { teamCalls } from "./calls/team.ts";
import { ticketCalls } from "./calls/ticket.ts";
import { waitingListCalls } from "./calls/waitingList.ts";
import type { Call, Method } from "./endpoint.ts";

/** All calls of the API by their path under `/api`. Files and streams are in files.ts. */
export const calls = {
  ...appUserCalls,
  ...attentionCalls,
  ...authCalls,
  ...checkinCalls,
  ...clubCalls,
  ...doorCalls,
  ...eventCalls,
  ...extrasCalls,
  ...formCalls,
  ...healthCalls,
  ...importCalls,
  ...infoCalls,
  ...orderCalls,
  ...promoCodeCalls,
  ...registrationCalls,
  ...sharedCapacityCalls,
  ...sponsorshipCalls,
  ...sponsorshipPackageCalls,
  ...stripeCalls,
  ...taxRateCalls,
  ...teamCalls,
  ...ticketCalls,
  ...waitingListCalls,
};

/** The declarations of all calls by path. */
export type Calls = typeof calls;
/** A call's path under `/api`. */
export type CallName = keyof Calls;

type OtherMethodOf<N extends CallName> =
  Calls[N] extends Call<Method, z.ZodType, z.ZodType, z.ZodType, infer O> ? O : never;

/** The calls that are offered by the method `M`, as their first or second one. */
export type NameOf<M extends string> = {
  [N in CallName]: M extends Calls[N]["method"] | OtherMethodOf<N> ? N : never;
}[CallName];

/** The query that a client sends. */
export type QueryInput<N extends CallName> = Calls[N] extends Call<Method, infer Q> ? z.input<Q> : never;
/** The body that a client sends. For a GET with a second method: its query. */
export type BodyInput<N extends CallName> = [OtherMethodOf<N>] extends [never]
  ? Calls[N] extends Call<Method, z.ZodType, infer B>
    ? z.input<B>
    : never
  : QueryInput<N>;
/** The query after parsing. */
export type QueryOf<N extends CallName> = Calls[N] extends Call<Method, infer Q> ? z.output<Q> : never;
/** The body after parsing. */
export type BodyOf<N extends CallName> =
  Calls[N] extends Call<Method, z.ZodType, infer B> ? z.output<B> : never;
/** The reply's `payload`. */
export type PayloadOf<N extends CallName> = z.output<Calls[N]["payload"]>;
