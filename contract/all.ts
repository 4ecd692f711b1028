/** Every call of the wire by its path under `/api`. What is not here does not exist. */

import type { z } from "zod";
import { appUserCalls } from "./appUser.ts";
import { authCalls } from "./auth.ts";
import { cancellationCalls } from "./cancellation.ts";
import { checkinCalls } from "./checkin.ts";
import { closingCalls } from "./closing.ts";
import { clubCalls } from "./club.ts";
import { doorCalls } from "./door.ts";
import { doorLinkCalls } from "./doorLink.ts";
import { doorSaleCalls } from "./doorSale.ts";
import { doorStoryCalls } from "./doorStory.ts";
import type { Call, Method } from "./endpoint.ts";
import { eventCalls } from "./event.ts";
import { extrasCalls } from "./extras.ts";
import { formCalls } from "./form.ts";
import { infoCalls } from "./info.ts";
import { moneyCaseCalls } from "./moneyCase.ts";
import { orderCalls } from "./order.ts";
import { orderChangeCalls } from "./orderChanges.ts";
import { ownChangeCalls } from "./ownChange.ts";
import { paymentCalls } from "./payment.ts";
import { peopleCalls } from "./people.ts";
import { promoCodeCalls } from "./promoCode.ts";
import { purchaseCalls } from "./purchase.ts";
import { refundCalls } from "./refund.ts";
import { registrationCalls } from "./registration.ts";
import { sharedCapacityCalls } from "./sharedCapacity.ts";
import { sponsorshipCalls } from "./sponsorship.ts";
import { sponsorshipPackageCalls } from "./sponsorshipPackage.ts";
import { stockCalls } from "./stock.ts";
import { ticketCalls } from "./ticket.ts";
import { waitingListCalls } from "./waitingList.ts";

export const calls = {
  ...authCalls,
  ...appUserCalls,
  ...cancellationCalls,
  ...checkinCalls,
  ...closingCalls,
  ...clubCalls,
  ...doorCalls,
  ...doorLinkCalls,
  ...doorSaleCalls,
  ...doorStoryCalls,
  ...eventCalls,
  ...extrasCalls,
  ...formCalls,
  ...infoCalls,
  ...moneyCaseCalls,
  ...orderCalls,
  ...orderChangeCalls,
  ...ownChangeCalls,
  ...paymentCalls,
  ...peopleCalls,
  ...promoCodeCalls,
  ...purchaseCalls,
  ...refundCalls,
  ...registrationCalls,
  ...sharedCapacityCalls,
  ...sponsorshipCalls,
  ...sponsorshipPackageCalls,
  ...stockCalls,
  ...ticketCalls,
  ...waitingListCalls,
};

/** All calls by path. */
export type Calls = typeof calls;
/** A call's path under `/api`. */
export type CallName = keyof Calls;

/** The other method by which a call is offered, or never. */
type OtherMethodOf<N extends CallName> =
  Calls[N] extends Call<Method, z.ZodType, z.ZodType, z.ZodType, infer O> ? O : never;

/** The paths that answer to one method. */
export type NameOf<M extends string> = {
  [N in CallName]: M extends Calls[N]["method"] | OtherMethodOf<N> ? N : never;
}[CallName];

/** What a client sends in the query. */
export type QueryInput<N extends CallName> = Calls[N] extends Call<Method, infer Q> ? z.input<Q> : never;
/** What a client sends in the body: of a GET that is also offered by another method, what else stands in the query. */
export type BodyInput<N extends CallName> = [OtherMethodOf<N>] extends [never]
  ? Calls[N] extends Call<Method, z.ZodType, infer B>
    ? z.input<B>
    : never
  : QueryInput<N>;
/** The query as the server sees it, checked. */
export type QueryOf<N extends CallName> = Calls[N] extends Call<Method, infer Q> ? z.output<Q> : never;
/** The body as the server sees it, checked. */
export type BodyOf<N extends CallName> =
  Calls[N] extends Call<Method, z.ZodType, infer B> ? z.output<B> : never;
/** What the reply's `payload` holds. */
export type PayloadOf<N extends CallName> = z.output<Calls[N]["payload"]>;
