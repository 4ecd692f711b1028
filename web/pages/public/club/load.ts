/** Everybody can read the loaded data, so the club has only the fields of its event pages. */
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Club } from "../../../../contract/shapes/club.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Api } from "../../../api/client.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { cardsOf, type HomeCard } from "../home/load.ts";

const maxCards = 12;
const pastPerPage = 12;

export type PublicClub = Event["club"];

export interface PastEvent {
  slug: string;
  name: string;
  startDatetime: string;
  when: string;
  isCancelled: boolean;
}

export interface ClubPage {
  club: PublicClub;
  /** Absolute. */
  url: string;
  /** Absolute; null for a club without a logo. */
  image: string | null;
  cards: HomeCard[];
  /** Includes events that are not shown. */
  comingCount: number;
  past: { events: PastEvent[]; page: number; totalPages: number };
}

interface WantedPage {
  clubId: number;
  /** The page of past events. After the last page, the last is shown. */
  page: number;
  origin: string;
  signal: AbortSignal;
}

export async function loadClubPage(
  api: Api,
  { clubId, page, origin, signal }: WantedPage,
): Promise<ClubPage> {
  const options = { signal, suppressToasts: true };
  const pastPage = (number: number) =>
    api.get(
      "event/getAllEvents",
      { clubId, when: "past", page: number, itemsPerPage: pastPerPage, fetchTotalCount: true },
      options,
    );
  const [club, coming, wanted] = await Promise.all([
    api.get("club/getClub", { clubId }, options),
    api.get("event/getAllActiveEvents", { clubId }, options),
    pastPage(page),
  ]);
  const past =
    page > 1 && wanted.items.length === 0 ? await pastPage(Math.max(1, wanted.totalPages)) : wanted;
  return {
    club: publicClubOf(club),
    url: origin + paths.club(clubId),
    image: club.logo === null ? null : `${origin}${club.logoUrl}?w=640`,
    cards: await cardsOf(api, coming.slice(0, maxCards), options),
    comingCount: coming.length,
    past: { events: past.items.map(pastEventOf), page: past.page, totalPages: past.totalPages },
  };
}

export function publicClubOf(club: Club): PublicClub {
  const { imprintUrl, privacyUrl, termsUrl, refundPolicyUrl } = club;
  return {
    id: club.id,
    name: club.name,
    logoUrl: club.logoUrl,
    location: club.location,
    ...(club.showContact && { contact: { email: club.contactEmail, phone: club.phone } }),
    ...(imprintUrl !== null && { imprintUrl }),
    ...(privacyUrl !== null && { privacyUrl }),
    ...(termsUrl !== null && { termsUrl }),
    ...(refundPolicyUrl !== null && { refundPolicyUrl }),
    ...(club.isUnlisted && { isUnlisted: true as const }),
  };
}

function pastEventOf(event: Event): PastEvent {
  const { slug, name, startDatetime, cancelledAt } = event;
  const when = formatEventTime(timeOf(event)).text;
  return { slug, name, startDatetime, when, isCancelled: cancelledAt !== null };
}
