/** Loads the page of a waiting list: the form to join, the visitor's own place, or a message if the key is refused. */

import { redirect } from "react-router";
import type { PayloadOf } from "../../../../contract/all.ts";
import { ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { isFinalRefusal } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import { redirectFormerSlug } from "../../../event/formerAddress.ts";
import { positiveInteger } from "../../../lib/positiveInteger.ts";
import { paths } from "../../../paths.ts";

/** The visitor's own place, from the server. */
export type OwnWaitingEntry = PayloadOf<"waitingList/getOwn">;

/** The proof of a place, in the page's address. */
export interface PlaceProof {
  entryId: number;
  accessKey: string;
}

/** The page that joins one list or several. */
export interface JoinPage {
  kind: "join";
  event: Event;
  /** The ticket of the address; null without one. */
  ticketId: number | null;
  /** Its name; null without an active ticket. */
  ticketTitle: string | null;
  /** The tickets whose lists visitors may join now; empty if the list of the address is closed. */
  openLists: Ticket[];
}
export interface OwnPlacePage {
  kind: "own";
  event: Event;
  proof: PlaceProof;
  own: OwnWaitingEntry;
}
export type WaitingPage =
  | JoinPage
  | OwnPlacePage
  | { kind: "unknown"; event: Pick<Event, "name" | "slug" | "bannerUrl"> };

/**
 * Loads the page, or redirects: from a former slug, or to the event page if the address has neither ticket nor key and
 * no list is open.
 */
export async function loadWaitingPage(
  api: Api,
  { slug, request }: { slug: string; request: Request },
): Promise<WaitingPage> {
  const url = new URL(request.url);
  const options = { signal: request.signal, suppressToasts: true };
  const proof = placeIn(url);
  if (proof !== null) {
    try {
      const own = await api.get("waitingList/getOwn", proof, options);
      return { kind: "own", event: own.event, proof, own };
    } catch (error) {
      if (!isFinalRefusal(error)) throw error;
      const event = await api.get("event/getEventBySlug", { slug }, options);
      return { kind: "unknown", event };
    }
  }
  const event = await api.get("event/getEventBySlug", { slug }, options);
  redirectFormerSlug(event, slug, request);
  const allTickets = await api.get("ticket/getTicketsByEventId", { eventId: event.id }, options);
  const tickets = allTickets.filter(({ isActive }) => isActive);
  const now = new Date();
  const openLists = tickets
    .filter((ticket) => ticket.hasWaitingList && ticketSaleState(event, ticket, now) === "soldOut")
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  const ticketId = positiveInteger(url.searchParams.get("ticket"));
  if (ticketId === null) {
    if (openLists.length === 0) throw redirect(paths.event(event.slug));
    return { kind: "join", event, ticketId, ticketTitle: null, openLists };
  }
  return {
    kind: "join",
    event,
    ticketId,
    ticketTitle: tickets.find(({ id }) => id === ticketId)?.title ?? null,
    openLists: openLists.some(({ id }) => id === ticketId) ? openLists : [],
  };
}

/** The proof in an address; null without one. The server checks it. */
function placeIn({ searchParams }: URL): PlaceProof | null {
  const entryId = positiveInteger(searchParams.get("entry"));
  const accessKey = searchParams.get("accessKey");
  return entryId === null || !accessKey ? null : { entryId, accessKey };
}
