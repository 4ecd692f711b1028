/** Whether visitors can register on the page of an event that is on sale (docs/wire.md §5). */
import { holdLimits } from "../../../../contract/rules/holdLimits.ts";
import { isAskedOf } from "../../../../contract/rules/questions/asked.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import type { ExpressOffer } from "../../../event/eventPage.ts";

interface Sale {
  event: Pick<Event, "id" | "placesLeft"> & {
    config: Pick<
      Event["config"],
      "maxTicketsPerRegistration" | "saveAllAttendeesDetails" | "guestNamesLater"
    >;
  };
  tickets: readonly Pick<Ticket, "id" | "price" | "currentStock">[];
}

export async function expressOfferOf(
  api: Pick<Api, "get">,
  { event, tickets }: Sale,
  options: CallOptions,
): Promise<ExpressOffer | null> {
  const [ticket, ...others] = tickets;
  if (ticket === undefined || others.length > 0 || ticket.price > 0) return null;
  const [questions, allExtras] = await Promise.all([
    api.get("form/getFormQuestions", { eventId: event.id }, options),
    api.get("extras/getExtrasByEventId", { eventId: event.id }, options),
  ]);
  const extras = allExtras.filter(({ currentStock }) => currentStock !== 0);
  if (extras.some(({ price }) => price > 0)) return null;
  // The buyer has a ticket of the only type, so the buyer's questions include all questions of guests.
  const buyer = { ticketIds: [ticket.id], boughtTicketIds: [ticket.id] };
  const { maxTicketsPerRegistration, saveAllAttendeesDetails, guestNamesLater } = event.config;
  const left = Math.min(ticket.currentStock, event.placesLeft ?? ticket.currentStock);
  return {
    ticketId: ticket.id,
    maxPeople: Math.min(maxTicketsPerRegistration, left),
    limitWords:
      left < maxTicketsPerRegistration
        ? "No more places are left."
        : `One registration can have at most ${maxTicketsPerRegistration} people.`,
    everyGuest: saveAllAttendeesDetails,
    namesLater: guestNamesLater,
    questions: questions.filter(
      (question) => question.askedWhen === "purchase" && isAskedOf(question, buyer),
    ),
    extras: extras.map(({ id, name, description, currentStock }) => ({
      id,
      name,
      description,
      max: Math.min(currentStock ?? holdLimits.quantity, holdLimits.quantity),
    })),
  };
}
