import { type LoaderFunctionArgs, redirect } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import type { OwnPurchase } from "../../../../contract/shapes/extrasPurchase.ts";
import type { ProviderName } from "../../../../contract/shapes/money/payment.ts";
import type { Order } from "../../../../contract/shapes/order.ts";
import { isFinalRefusal } from "../../../api/apiError.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { type OwnProof, ownProofIn, paymentIntentIn } from "../../../sale/proof.ts";
import type { BoughtRegistration } from "../../../sale/savedTickets.ts";
import { type ChoosableEvent, choosableEvents } from "../purchase/ChooseEvent.tsx";

export interface ExtrasAnswer {
  purchase: OwnPurchase;
  order: Order | null;
  /** Whether the provider was not paid and waits for a card. */
  awaitsPayment?: boolean | undefined;
}

export type ExtrasPage =
  | { kind: "chooseEvent"; events: ChoosableEvent[] }
  /** `isUnknown`: the address names tickets, but without an accepted proof. */
  | { kind: "ask"; event: Event; extras: Extras[]; isUnknown: boolean; readAt: string }
  | {
      kind: "offer";
      event: Event;
      extras: Extras[];
      proof: OwnProof;
      bought: BoughtRegistration;
      provider: ProviderName;
      readAt: string;
    }
  | {
      kind: "bought";
      event: Event;
      proof: OwnProof;
      /** The address that gets the mail with the code. */
      email: string | null;
      paymentIntentId: string | null;
      answer: ExtrasAnswer;
    };

export type BoughtExtrasPage = Extract<ExtrasPage, { kind: "bought" }>;

export async function loadExtras({ context, request }: LoaderFunctionArgs): Promise<ExtrasPage> {
  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  const url = new URL(request.url);
  const slug = url.searchParams.get("event");
  if (!slug) {
    const events = await api.get("event/getAllActiveEvents", { withExtras: true }, options);
    return { kind: "chooseEvent", events: choosableEvents(events) };
  }
  const event = await api.get("event/getEventBySlug", { slug }, options);
  if (slug.toLowerCase() !== event.slug) {
    url.searchParams.set("event", event.slug);
    throw redirect(url.pathname + url.search, 301);
  }
  const readAt = new Date().toISOString();
  const proof = ownProofIn(url);
  const [extras, bought] = await Promise.all([
    api.get("extras/getExtrasByEventId", { eventId: event.id }, options),
    proof && api.get("registration/getRegistration", proof, options).catch(nullIfRefused),
  ]);
  if (proof === null || bought === null)
    return { kind: "ask", event, extras, isUnknown: url.searchParams.has("registrationId"), readAt };
  if (bought.event.id !== event.id) throw redirect(paths.extrasPurchase(bought.event.slug, proof));
  const paymentIntentId = paymentIntentIn(url.searchParams);
  const answer =
    paymentIntentId === null
      ? purchaseIn(bought, Number(url.searchParams.get("purchase")))
      : await answerOfPayment(api, { paymentIntentId, accessKey: proof.accessKey }, options);
  if (answer !== null)
    return {
      kind: "bought",
      event,
      proof,
      email: bought.registration.email,
      paymentIntentId,
      answer,
    };
  const { provider } = await api.get("info", undefined, options);
  return { kind: "offer", event, extras, proof, bought, provider, readAt };
}

function purchaseIn({ extrasPurchases }: BoughtRegistration, purchaseId: number): ExtrasAnswer | null {
  const purchase = extrasPurchases.find(({ id }) => id === purchaseId);
  return purchase === undefined ? null : { purchase, order: null };
}

async function answerOfPayment(
  api: Api,
  payment: { paymentIntentId: string; accessKey: string },
  options: CallOptions,
): Promise<ExtrasAnswer | null> {
  const answer = await api.get("stripe/get-registration-from-payment", payment, options).catch(nullIfRefused);
  if (!answer?.extrasPurchase) return null;
  const { extrasPurchase: purchase, order, awaitsPayment } = answer;
  return { purchase, order, awaitsPayment };
}

function nullIfRefused(error: unknown): null {
  if (isFinalRefusal(error)) return null;
  throw error;
}
