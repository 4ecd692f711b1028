/** /event/{eventId}/tickets. */
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { SharedCapacity } from "../../../../contract/shapes/sharedCapacity.ts";
import type { TicketStock } from "../../../../contract/shapes/stock.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { ticketStart } from "../../../event/saleOffer.ts";
import { ticketSaleWords } from "../../../event/saleWords.ts";
import { Entry } from "../list/Entry.tsx";
import { PartRemoval } from "../list/PartRemoval.tsx";
import { PartsPage } from "../list/PartsPage.tsx";
import { SortableList } from "../list/SortableList.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { useListPanel } from "../list/useListPanel.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { SharedCapacities } from "./SharedCapacities.tsx";
import { TicketForm } from "./TicketForm.tsx";

interface TicketLine {
  key: string;
  name: string;
  ticket: Ticket;
  stock: TicketStock;
}

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true };
  const client = apiFrom(args.context);
  const [tickets, stock, capacities, taxRates] = await Promise.all([
    client.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
    client.get("event/getStock", { eventId: event.id }, options),
    client.get("sharedCapacity/getByEventId", { eventId: event.id }, options),
    client.get("taxRate/getByClubId", { clubId: event.clubId }, options),
  ]);
  const stockOf = new Map(stock.tickets.map((entry) => [entry.ticketId, entry]));
  // A ticket that was added between the two replies has no stock yet.
  const lines = tickets.map((ticket) => ({
    key: String(ticket.id),
    name: ticket.title,
    ticket,
    stock: stockOf.get(ticket.id) ?? { ticketId: ticket.id, sold: 0, held: 0, left: ticket.currentStock },
  }));
  return { event, lines, capacities, taxRates };
}

export function Component() {
  const { event, lines, capacities, taxRates } = useLoaderData<typeof loader>();
  const act = useActsInTurn();
  // The new order is shown until the reloaded page has new lines.
  const [newOrder, setNewOrder] = useState<{ lines: TicketLine[]; before: TicketLine[] } | null>(null);
  const shownLines = newOrder?.before === lines ? newOrder.lines : lines;
  const panel = useListPanel<TicketLine>({
    nameOf: ({ name }) => name,
    form: (edited, onSaved) => (
      <TicketForm
        event={event}
        ticket={edited?.ticket ?? null}
        capacities={capacities}
        unshared={lines
          .map(({ ticket }) => ticket)
          .filter(({ id, sharedCapacityId }) => id !== edited?.ticket.id && sharedCapacityId === null)}
        taxRates={taxRates}
        taken={edited === null ? 0 : edited.stock.sold + edited.stock.held}
        onSaved={onSaved}
      />
    ),
    removal: ({ name, ticket, stock }, props) => (
      <PartRemoval
        kind="ticket"
        name={name}
        {...stock}
        remove={() => api.delete("ticket/removeTicket", { ticketId: ticket.id }, { suppressFailure: true })}
        {...props}
      />
    ),
  });

  function move(movedLines: TicketLine[]): void {
    setNewOrder({ lines: movedLines, before: lines });
    const ticketIds = movedLines.map(({ ticket }) => ticket.id);
    void act(() => api.post("ticket/reorder", { eventId: event.id, ticketIds }, { keepalive: true }));
  }

  return (
    <PartsPage
      event={event}
      title="Tickets"
      lead={
        lines.length === 0
          ? undefined
          : "Visitors see them in this order. Sold tickets stay valid, whatever you change here."
      }
      panel={panel}
      waysToAdd={[{ label: "Add a ticket", title: "New ticket" }]}
      isEmpty={lines.length === 0}
      empty={{
        title: "No tickets yet",
        words: "Nobody can register without a ticket type. Add one, free or with a price.",
      }}
    >
      <SortableList label="Tickets" entries={shownLines} onMove={move}>
        {(line) => (
          <Entry
            name={line.ticket.title}
            price={line.ticket.price === 0 ? "Free" : formatMoney(line.ticket.price, line.ticket.currency)}
            description={line.ticket.description}
            badge={badgeOf(event, line.ticket)}
            isActive={line.ticket.isActive}
            activeLabel={`Sell ${line.ticket.title}`}
            onActive={(isActive) => void act(() => api.post("ticket/save", { id: line.ticket.id, isActive }))}
            onEdit={() => panel.edit(line)}
            onRemove={() => panel.remove(line)}
          >
            <StockBar {...line.stock} />
            {line.ticket.isHidden && <p>Hidden: sold only with a promo code for it</p>}
            {line.ticket.sharedCapacityId !== null && (
              <p>Shares its places: {titleOf(capacities, line.ticket.sharedCapacityId)}</p>
            )}
          </Entry>
        )}
      </SortableList>
      {capacities.length > 0 && (
        <SharedCapacities capacities={capacities} tickets={lines.map(({ ticket }) => ticket)} />
      )}
    </PartsPage>
  );
}

function titleOf(capacities: readonly SharedCapacity[], id: number): string {
  return capacities.find((capacity) => capacity.id === id)?.title ?? "";
}

/** The ticket's state, also while the event is a draft or cancelled; null if the ticket is inactive. */
function badgeOf(event: Event, ticket: Ticket): { text: string; isGood: boolean } | null {
  if (!ticket.isActive) return null;
  const state = ticketSaleState({ ...event, isActive: true, cancelledAt: null }, ticket, new Date());
  const words = ticketSaleWords(state, { salesStart: ticketStart(event, ticket), ...clocksOf(event) });
  if (words === null && !event.isActive) return { text: "On sale once published", isGood: false };
  return { text: words ?? "On sale", isGood: words === null };
}
