/** A dashboard's events, with how many people come and how many places are left. */
import type { CurrentUser } from "../../../contract/auth.ts";
import type { Event } from "../../../contract/event.ts";
import type { Api } from "../../api/client.ts";

export interface EventLine {
  event: Event;
  left: number;
}

export interface DashboardPage {
  currentUser: CurrentUser;
  lines: EventLine[];
}

/** Null when the session has ended: by then the user is on the way to signin. */
export async function loadDashboard(api: Api, signal: AbortSignal): Promise<DashboardPage | null> {
  const me = await api.get("auth/me", undefined, { signal });
  if (me === undefined) return null;
  const { currentUser } = me;
  const options = { signal, withToken: true };
  const { items } = await api.get(
    "event/getAllEvents",
    { itemsPerPage: -1, ...(currentUser.clubId !== null && { clubId: currentUser.clubId }) },
    options,
  );
  const lines = items.map(async (event): Promise<EventLine> => {
    const tickets = await api.get("ticket/getTicketsByEventId", { eventId: event.id }, options);
    const inTickets = tickets.reduce((sum, { currentStock }) => sum + currentStock, 0);
    return { event, left: Math.min(inTickets, event.placesLeft ?? inTickets) };
  });
  return { currentUser, lines: await Promise.all(lines) };
}
