import { redirect } from "react-router";
import { eventSaleState } from "../../../../contract/rules/sales.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ProviderName } from "../../../../contract/shapes/money/payment.ts";
import type { OwnSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { isFinalRefusal } from "../../../api/apiError.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { positiveInteger } from "../../../lib/positiveInteger.ts";
import { paths, type SponsorProof } from "../../../paths.ts";
import { type ChoosableEvent, choosableEvents } from "../purchase/ChooseEvent.tsx";

export type SupportState = "open" | "over" | "cancelled";

export type PricingPage =
  | { kind: "choose"; events: ChoosableEvent[] }
  | { kind: "offer"; event: Event; packages: SponsorshipPackage[]; state: SupportState }
  | { kind: "own"; event: Event; proof: SponsorProof; own: OwnSponsorship; provider: ProviderName }
  /** The proof was refused, or belongs to another event's support. */
  | { kind: "unknown"; slug: string };

export type OwnSupportPage = Extract<PricingPage, { kind: "own" }>;

/** An unknown event fails with the server's 404. */
export async function loadPricing(api: Api, url: URL, signal: AbortSignal): Promise<PricingPage> {
  const options = { signal, suppressToasts: true };
  const slug = url.searchParams.get("event")?.trim() ?? "";
  if (slug === "")
    return {
      kind: "choose",
      events: choosableEvents(await api.get("event/getAllActiveEvents", {}, options)),
    };
  const event = await api.get("event/getEventBySlug", { slug }, options);
  const proof = proofIn(url);
  // An event is also found by its former addresses.
  if (slug.toLowerCase() !== event.slug) throw redirect(paths.pricing(event.slug, proof ?? undefined), 301);
  if (proof !== null) return loadOwn(api, { event, proof, options });
  const packages = await api.get("sponsorship-package/getPackagesByEventId", { eventId: event.id }, options);
  const state = eventSaleState(event, new Date());
  return {
    kind: "offer",
    event,
    packages: packages.filter(({ isActive }) => isActive),
    state: state === "over" || state === "cancelled" ? state : "open",
  };
}

async function loadOwn(
  api: Api,
  { event, proof, options }: { event: Event; proof: SponsorProof; options: CallOptions },
): Promise<PricingPage> {
  try {
    const [own, { provider }] = await Promise.all([
      api.get("sponsorship/getOwn", proof, options),
      api.get("info", undefined, options),
    ]);
    if (own.sponsorship.eventId === event.id) return { kind: "own", event, proof, own, provider };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
  }
  return { kind: "unknown", slug: event.slug };
}

function proofIn({ searchParams }: URL): SponsorProof | null {
  const sponsorshipId = positiveInteger(searchParams.get("sponsorshipId"));
  const accessKey = searchParams.get("accessKey");
  return sponsorshipId === null || !accessKey ? null : { sponsorshipId, accessKey };
}
