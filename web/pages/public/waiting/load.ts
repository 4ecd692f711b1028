/** Loads the page of a waiting list: the form for a ticket, the visitor's own place, or an invalid key. */
import { redirect } from "react-router";
import type { PayloadOf } from "../../../../contract/all.ts";
import { ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { ApiError } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import { redirectFormerSlug } from "../../../event/formerAddress.ts";
import { paths } from "../../../paths.ts";

/** The visitor's own place, from the server. */
export type OwnWaitingEntry = PayloadOf<"waitingList/getOwn">;

/** The proof of a place, in its address. */
export interface PlaceProof {
  entryId: number;
  accessKey: string;
}

/** The page that joins a list. */
export interface JoinPage {
  kind: "join";
  event: Event;
  ticketId: number;
  /** Null if the ticket is not listed. */
  ticket: Ticket | null;
  /** Whether visitors may join now. */
  isOpen: boolean;
}
/** The page of the visitor's own place. */
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

/** Loads the page. Without a ticket and a key it redirects to the event page. */
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
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) throw error;
      const event = await api.get("event/getEventBySlug", { slug }, options);
      return { kind: "unknown", event };
    }
  }
  const event = await api.get("event/getEventBySlug", { slug }, options);
  redirectFormerSlug(event, slug, request);
  const ticketId = Number(url.searchParams.get("ticket"));
  if (!Number.isSafeInteger(ticketId) || ticketId < 1) throw redirect(paths.event(event.slug));
  const tickets = await api.get("ticket/getTicketsByEventId", { eventId: event.id }, options);
  const ticket = tickets.find(({ id, isActive }) => id === ticketId && isActive) ?? null;
  const isOpen = ticket?.hasWaitingList === true && ticketSaleState(event, ticket, new Date()) === "soldOut";
  return { kind: "join", event, ticketId, ticket, isOpen };
}

/** The proof in an address; null without one. The server checks it. */
function placeIn({ searchParams }: URL): PlaceProof | null {
  const entryId = Number(searchParams.get("entry"));
  const accessKey = searchParams.get("accessKey") ?? "";
  if (!Number.isSafeInteger(entryId) || entryId < 1 || accessKey === "") return null;
  return { entryId, accessKey };
}
