/** What the event page shows: the event, its tickets, and whether one can register right here. */
import type { PayloadOf } from "../../../../contract/all.ts";
import type { Event } from "../../../../contract/event.ts";
import type { FormQuestion } from "../../../../contract/form.ts";
import { overallSaleState } from "../../../../contract/rules/sales.ts";
import type { Ticket } from "../../../../contract/ticket.ts";
import type { Api } from "../../../api/client.ts";

export interface EventPage {
  event: Event;
  tickets: Ticket[];
  /** The one free ticket that can be had right here, or null (wire.md §5). */
  expressTicket: Ticket | null;
  /** The instant by which sale states are read, the same on the server and when its page is taken over. */
  now: string;
}

/** Loads it; an unknown slug is the server's refusal with status 404. */
export async function loadEventPage(api: Api, slug: string, signal: AbortSignal): Promise<EventPage> {
  const options = { signal, suppressToasts: true };
  const event = await api.get("event/getEventBySlug", { slug }, options);
  const tickets = await api.get("ticket/getTicketsByEventId", { eventId: event.id }, options);
  const now = new Date();
  const candidate = overallSaleState(event, tickets, now) === "onSale" ? onlyFreeTicket(tickets) : null;
  const questions = candidate && (await api.get("form/getFormQuestions", { eventId: event.id }, options));
  return {
    event,
    tickets: inOrder(tickets),
    expressTicket: questions && asksNothing(questions) ? candidate : null,
    now: now.toISOString(),
  };
}

/** The ticket of an event that has no other, when it costs nothing. */
export function onlyFreeTicket(tickets: PayloadOf<"ticket/getTicketsByEventId">): Ticket | null {
  const [ticket, ...others] = tickets.filter(({ isActive }) => isActive);
  return ticket !== undefined && others.length === 0 && ticket.price === 0 ? ticket : null;
}

/** Whether nothing has to be answered beyond a name and an address. */
export function asksNothing(questions: readonly FormQuestion[]): boolean {
  return questions.every(({ required }) => !required);
}

function inOrder(tickets: readonly Ticket[]): Ticket[] {
  return tickets.filter(({ isActive }) => isActive).sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
}
