/** A club for search engines (https://schema.org/Organization). */
import { paths } from "../../../paths.ts";
import type { HomeCard } from "../home/load.ts";
import type { PublicClub } from "./load.ts";

export function clubJsonLd(
  { name, location, contact }: PublicClub,
  { url, image, cards }: { url: string; image: string | null; cards: readonly HomeCard[] },
): object {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name,
    url,
    ...(image !== null && { logo: image }),
    ...(location !== "" && { address: location }),
    ...(contact?.email && { email: contact.email }),
    ...(contact?.phone && { telephone: contact.phone }),
    event: cards.map((card) => ({
      "@type": "Event",
      name: card.name,
      url: new URL(paths.event(card.slug), url).href,
      startDate: card.startDatetime,
      location: { "@type": "Place", name: card.location, address: card.location },
    })),
  };
}
