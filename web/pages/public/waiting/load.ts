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

export type OwnWaitingEntry = PayloadOf<"waitingList/getOwn">;

export interface PlaceProof {
  entryId: number;
  accessKey: string;
}

export interface JoinPage {
  kind: "join";
  event: Event;
  /** Null without a ticket id in the address. */
  ticketId: number | null;
  /** Null unless the address names an active ticket that the visitor may see. */
  ticketTitle: string | null;
  /** The lists that can be joined; none if the address names a ticket without an open list. */
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
 * Without a proof it redirects from a former slug, and to the event if there is neither a ticket id nor an open list.
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

/** Reads the proof. The server checks it. */
function placeIn({ searchParams }: URL): PlaceProof | null {
  const entryId = positiveInteger(searchParams.get("entry"));
  const accessKey = searchParams.get("accessKey");
  return entryId === null || !accessKey ? null : { entryId, accessKey };
}
