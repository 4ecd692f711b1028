import type { Currency } from "../../../contract/scalars.ts";
import type { WrittenEventFile } from "../../../contract/shapes/eventFile.ts";
import type { LeftOutCounts } from "../leftOut.ts";
import type { PretixAnswers, PretixItem, PretixPosition, PretixQuota } from "./shapes.ts";
import { lineOf, minorOf, paragraphOf, wordsOf } from "./words.ts";

/** The places of a product whose quotas in pretix are all unlimited. */
const unlimited = 10_000_000;

/** A product, or one variation of it. */
export interface PretixOffer {
  /** Its id in the event file. */
  id: number;
  item: number;
  variation: number | null;
  isTicket: boolean;
  title: string;
  price: number;
  isHidden: boolean;
  places: number;
  sharedCapacityId: number | null;
  /** The product, and what is sold: itself or its variation. */
  source: PretixItem;
  part: Pick<PretixItem, "active" | "description" | "available_from" | "available_until">;
}

export interface PretixOffers {
  all: PretixOffer[];
  of: (thing: Pick<PretixPosition, "item" | "variation">) => PretixOffer | undefined;
  inQuota: (quota: PretixQuota) => PretixOffer[];
  sharedCapacities: WrittenEventFile["sharedCapacities"];
}

/**
 * Products with admission become tickets, others extras. A limited quota of several tickets becomes a shared capacity,
 * the smallest first. A ticket can have only one, and an extra none, so `leftOut` counts what is lost.
 * @param peopleCounts how many people are imported, by `thingKey`.
 */
export function offersOfPretix(
  { items, quotas }: Pick<PretixAnswers, "items" | "quotas">,
  {
    currency,
    peopleCounts,
    leftOut,
  }: { currency: Currency; peopleCounts: ReadonlyMap<string, number>; leftOut: LeftOutCounts },
): PretixOffers {
  const all = items
    .flatMap((item) => offersOf(item, currency))
    .map((offer, index) => ({ ...offer, id: index + 1 }));
  const byKey = new Map(all.map((offer) => [thingKey(offer), offer]));
  const inQuota = ({ items: itemIds, variations }: PretixQuota) =>
    all.filter(({ item, variation }) =>
      variation === null ? itemIds.includes(item) : variations.includes(variation),
    );
  const takenOf = (offers: readonly PretixOffer[]) =>
    offers.reduce((sum, offer) => sum + (peopleCounts.get(thingKey(offer)) ?? 0), 0);
  const sharedCapacities: PretixOffers["sharedCapacities"] = [];
  const limits = quotas
    .map((quota) => ({ ...quota, offers: inQuota(quota) }))
    .filter(({ offers }) => offers.length > 0);
  for (const offer of all) {
    const sizes = limits.flatMap(({ offers, size }) => (offers.includes(offer) ? [size ?? unlimited] : []));
    // pretix does not sell a product without a quota, so it has no places.
    const places = sizes.length === 0 ? 0 : Math.min(...sizes, unlimited);
    offer.places = offer.isTicket ? Math.max(places, takenOf([offer])) : places;
  }
  const shared = limits
    .map((limit) => ({ ...limit, tickets: limit.offers.filter(({ isTicket }) => isTicket) }))
    .filter(({ size, offers }) => size !== null && offers.length > 1)
    .sort((one, other) => one.size! - other.size!);
  for (const { id, name, size, tickets } of shared) {
    const unshared = tickets.filter(({ sharedCapacityId }) => sharedCapacityId === null);
    if (unshared.length < 2) {
      leftOut.add("limits of several products");
      continue;
    }
    if (unshared.length < tickets.length)
      leftOut.add("tickets in more than one shared limit", tickets.length - unshared.length);
    for (const offer of unshared) offer.sharedCapacityId = id;
    sharedCapacities.push({
      id,
      title: lineOf(name, 200) || "Shared",
      maxPlaces: Math.min(Math.max(size!, takenOf(unshared)), unlimited),
    });
  }
  return { all, of: (thing) => byKey.get(thingKey(thing)), inQuota, sharedCapacities };
}

/** A key for a product or for its variation. */
export function thingKey({ item, variation }: Pick<PretixPosition, "item" | "variation">): string {
  return `${item}/${variation ?? ""}`;
}

function offersOf(item: PretixItem, currency: Currency): PretixOffer[] {
  const parts = item.has_variations
    ? item.variations.map(({ id, value, price, ...part }) => ({ ...part, variation: id, value, price }))
    : [{ ...item, variation: null, value: null, price: item.default_price }];
  return parts.map(({ variation, value, price, ...part }) => ({
    id: 0,
    item: item.id,
    variation,
    isTicket: item.admission,
    title:
      lineOf([wordsOf(item.name), wordsOf(value)].filter((text) => text !== "").join(" – "), 200) || "Ticket",
    price: minorOf(price, currency),
    isHidden: item.require_voucher || item.hide_without_voucher || part.hide_without_voucher,
    places: 0,
    sharedCapacityId: null,
    source: item,
    part: { ...part, active: part.active && item.active },
  }));
}

/** The tickets and the extras as the event file has them. */
export function writtenOffers(
  { all }: Pick<PretixOffers, "all">,
  rates: ReadonlyMap<number, number>,
): Pick<WrittenEventFile, "tickets" | "extras"> {
  const rateOf = ({ source }: PretixOffer) => rates.get(source.tax_rule ?? 0) ?? null;
  const textOf = ({ source, part }: PretixOffer) =>
    paragraphOf(wordsOf(part.description) || wordsOf(source.description), 2000);
  return {
    tickets: all
      .filter(({ isTicket }) => isTicket)
      .map((offer) => ({
        id: offer.id,
        title: offer.title,
        description: textOf(offer),
        price: offer.price,
        maxStock: offer.places,
        salesStart: offer.part.available_from ?? offer.source.available_from ?? null,
        salesEnd: offer.part.available_until ?? offer.source.available_until ?? null,
        isActive: offer.part.active,
        isHidden: offer.isHidden,
        sharedCapacityId: offer.sharedCapacityId,
        taxRateId: rateOf(offer),
      })),
    extras: all
      .filter(({ isTicket }) => !isTicket)
      .map((offer) => ({
        id: offer.id,
        name: offer.title,
        description: textOf(offer),
        price: offer.price,
        maxStock: offer.places === unlimited ? null : offer.places,
        // Foyer cannot hide extras behind a code.
        isActive: offer.part.active && !offer.isHidden,
        taxRateId: rateOf(offer),
      })),
  };
}

/** The ids of the tickets among some offers. */
export function idsOfTickets(offers: readonly PretixOffer[]): number[] {
  return offers.filter(({ isTicket }) => isTicket).map(({ id }) => id);
}
