/** /event/{eventId}/tickets: what admission is sold, in the order in which visitors see it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { formatMoney } from "../../../../contract/rules/money.ts";
import { ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { SharedCapacity } from "../../../../contract/shapes/sharedCapacity.ts";
import type { TicketStock } from "../../../../contract/shapes/stock.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { ticketSaleWords } from "../../../event/saleWords.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { Entry } from "../list/Entry.tsx";
import { PartRemoval } from "../list/PartRemoval.tsx";
import { SortableList } from "../list/SortableList.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { SharedCapacities } from "./SharedCapacities.tsx";
import { TicketForm } from "./TicketForm.tsx";

interface TicketLine {
  key: string;
  name: string;
  ticket: Ticket;
  stock: TicketStock;
}

interface TicketsPage {
  event: Event;
  lines: TicketLine[];
  capacities: SharedCapacity[];
}

export async function loader(args: LoaderFunctionArgs): Promise<TicketsPage> {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true };
  const client = apiFrom(args.context);
  const [tickets, stock, capacities] = await Promise.all([
    client.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
    client.get("event/getStock", { eventId: event.id }, options),
    client.get("sharedCapacity/getByEventId", { eventId: event.id }, options),
  ]);
  const stockOf = new Map(stock.tickets.map((one) => [one.ticketId, one]));
  const lines = tickets.map((ticket) => ({
    key: String(ticket.id),
    name: ticket.title,
    ticket,
    stock: stockOf.get(ticket.id) ?? { ticketId: ticket.id, sold: 0, held: 0, left: ticket.currentStock },
  }));
  return { event, lines, capacities };
}

export function Component() {
  return <TicketsView {...useLoaderData<typeof loader>()} />;
}

function TicketsView({ event, lines, capacities }: TicketsPage) {
  const { revalidate } = useRevalidator();
  const act = useActsInTurn();
  const [edited, setEdited] = useState<TicketLine | "new" | null>(null);
  const [removed, setRemoved] = useState<TicketLine | null>(null);
  // Shown in its new order at once; what is true comes with the page, as other lines than those it was made of.
  const [ordered, setOrdered] = useState<{ lines: TicketLine[]; of: TicketLine[] } | null>(null);
  const shown = ordered?.of === lines ? ordered.lines : lines;
  const addButton = <Button onClick={() => setEdited("new")}>Add a ticket</Button>;

  function move(moved: TicketLine[]): void {
    setOrdered({ lines: moved, of: lines });
    const ticketIds = moved.map(({ ticket }) => ticket.id);
    void act(() => api.post("ticket/reorder", { eventId: event.id, ticketIds }, { keepalive: true }));
  }

  return (
    <StaffPage
      title="Tickets"
      lead="Visitors see them in this order. What is sold stays valid whatever you change here."
      event={event}
      actions={lines.length > 0 && addButton}
    >
      {lines.length === 0 ? (
        <EmptyState title="No tickets yet" action={addButton}>
          Without a ticket nobody can register: add one, free or with a price.
        </EmptyState>
      ) : (
        <SortableList label="Tickets" entries={shown} onMove={move}>
          {(line) => (
            <Entry
              name={line.ticket.title}
              price={line.ticket.price === 0 ? "Free" : formatMoney(line.ticket.price, line.ticket.currency)}
              description={line.ticket.description}
              badge={badgeOf(event, line.ticket)}
              isActive={line.ticket.isActive}
              activeLabel={`Sell ${line.ticket.title}`}
              onActive={(isActive) =>
                void act(() => api.post("ticket/save", { id: line.ticket.id, isActive }))
              }
              onEdit={() => setEdited(line)}
              onRemove={() => setRemoved(line)}
            >
              <StockBar {...line.stock} />
              {line.ticket.isHidden && <p>Hidden: sold only with a promo code that names it</p>}
              {line.ticket.sharedCapacityId !== null && (
                <p>Shares its places: {titleOf(capacities, line.ticket.sharedCapacityId)}</p>
              )}
            </Entry>
          )}
        </SortableList>
      )}
      {capacities.length > 0 && (
        <SharedCapacities capacities={capacities} tickets={lines.map(({ ticket }) => ticket)} />
      )}
      <Panel
        isOpen={edited !== null}
        title={edited === null || edited === "new" ? "New ticket" : edited.ticket.title}
        onClose={() => setEdited(null)}
      >
        <TicketForm
          event={event}
          ticket={edited === null || edited === "new" ? null : edited.ticket}
          capacities={capacities}
          taken={edited === null || edited === "new" ? 0 : edited.stock.sold + edited.stock.held}
          onSaved={async () => {
            setEdited(null);
            await revalidate();
          }}
        />
      </Panel>
      {removed !== null && (
        <PartRemoval
          kind="ticket"
          name={removed.ticket.title}
          {...removed.stock}
          onRemove={async () => {
            await api.delete(
              "ticket/removeTicket",
              { ticketId: removed.ticket.id },
              { suppressFailure: true },
            );
            setRemoved(null);
            await revalidate();
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </StaffPage>
  );
}

function titleOf(capacities: readonly SharedCapacity[], id: number): string {
  return capacities.find((one) => one.id === id)?.title ?? "";
}

/** The ticket's own state: that the event is a draft is said elsewhere. */
function badgeOf(event: Event, ticket: Ticket): { text: string; isGood: boolean } | null {
  if (!ticket.isActive) return null;
  const state = ticketSaleState({ ...event, isActive: true, cancelledAt: null }, ticket, new Date());
  const salesStart = ticket.salesStart ?? event.config.salesStart;
  const words = ticketSaleWords(state, { salesStart, ...clocksOf(event) });
  return { text: words ?? "On sale", isGood: words === null };
}
