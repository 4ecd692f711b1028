/**
 * Whether visitors can register on the event page itself: one free ticket and no required question (docs/wire.md §5).
 */
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import type { Api, CallOptions } from "../../../api/client.ts";

/** The id of that ticket, or null. The questions are loaded only if there is such a ticket. */
export async function expressTicketOf(
  api: Pick<Api, "get">,
  tickets: readonly Pick<Ticket, "id" | "eventId" | "price">[],
  options: CallOptions,
): Promise<number | null> {
  const [ticket, ...others] = tickets;
  if (ticket === undefined || others.length > 0 || ticket.price > 0) return null;
  const questions = await api.get("form/getFormQuestions", { eventId: ticket.eventId }, options);
  return questions.some(({ required }) => required) ? null : ticket.id;
}
