import { useState } from "react";
import {
  Link,
  type LoaderFunctionArgs,
  replace,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from "react-router";
import type { EventCard as Card, EventRemoval } from "../../../contract/shapes/event.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { session } from "../../stores/session.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { CopyEvent } from "../event/edit/CopyEvent.tsx";
import { CancelEvent, type CancellableEvent, cancellableEvent } from "../event/end/CancelEvent.tsx";
import { RemoveEvent } from "../event/end/RemoveEvent.tsx";
import { ListingNotice } from "../event/ListingNotice.tsx";
import classes from "./AdminDashboard.module.css";
import { CardFilters } from "./CardFilters.tsx";
import { CardPages } from "./CardPages.tsx";
import { cardsQuery, dashboardQuery, queryOfLastPage } from "./cardsWanted.ts";
import { DashboardCard } from "./EventCard.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = dashboardQuery(new URL(request.url).searchParams);
  const options = { signal: request.signal, suppressToasts: true };
  const client = apiFrom(context);
  const clubId = session.get()?.currentUser.clubId ?? null;
  const [cards, listing] = await Promise.all([
    client.get("event/getEventCards", { ...query, itemsPerPage: 6 }, options),
    clubId === null ? null : client.get("club/getListing", { clubId }, options),
  ]);
  const otherQuery = queryOfLastPage(query, cards);
  // Replaced, because Back to the empty page would redirect again.
  if (otherQuery !== null) throw replace(paths.adminDashboard() + cardsQuery(otherQuery));
  return { query, cards, clubId, listing };
}

export function Component() {
  const { query, cards, clubId, listing } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [eventToCopy, setEventToCopy] = useState<Card | null>(null);
  const [eventToCancel, setEventToCancel] = useState<CancellableEvent | null>(null);
  const [removal, setRemoval] = useState<EventRemoval | null>(null);
  const isFiltered = query.search !== "" || query.when !== "coming";

  return (
    <StaffPage
      title="Your events"
      actions={
        <Link className="button" to={paths.eventAdd()}>
          Add event
        </Link>
      }
    >
      {clubId !== null && listing !== null && <ListingNotice clubId={clubId} listing={listing} />}
      <CardFilters query={query} />
      {cards.items.length > 0 && (
        <>
          <ul className={classes.cards} aria-label="Events">
            {cards.items.map((card) => (
              <li key={card.id}>
                <DashboardCard
                  card={card}
                  onCopy={() => setEventToCopy(card)}
                  onCancel={() => void cancellableEvent(card).then(setEventToCancel)}
                  onRemove={() =>
                    void api
                      .get("event/getRemoval", { eventId: card.id })
                      .then((found) => setRemoval(found ?? null))
                  }
                />
              </li>
            ))}
          </ul>
          <CardPages query={query} {...cards} />
        </>
      )}
      {cards.items.length === 0 && !isFiltered && (
        <EmptyState
          title="No upcoming events"
          action={
            <Link className="button" to={paths.eventAdd()}>
              Add an event
            </Link>
          }
        >
          A name, a time, a place and a price are enough to sell tickets.
        </EmptyState>
      )}
      {cards.items.length === 0 && isFiltered && (
        <EmptyState
          title={query.search === "" ? "No past events" : `Nothing matches “${query.search}”`}
          action={<Link to={paths.adminDashboard()}>Show all upcoming events</Link>}
        />
      )}
      <CopyEvent
        event={eventToCopy}
        onCopied={({ id }) => navigate(paths.eventPage(id, "edit"))}
        onClose={() => setEventToCopy(null)}
      />
      <CancelEvent
        eventToCancel={eventToCancel}
        onKept={() => setEventToCancel(null)}
        onCancelled={() => void navigate(paths.eventOverview(eventToCancel!.id))}
      />
      <RemoveEvent
        removal={removal}
        onCancel={() => setRemoval(null)}
        onRemoved={() => {
          setRemoval(null);
          void revalidator.revalidate();
        }}
      />
    </StaffPage>
  );
}
