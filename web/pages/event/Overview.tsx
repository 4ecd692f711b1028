/** /event/{eventId}. */

import { Link, redirect, useLoaderData, useRevalidator } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { localDay } from "../../../contract/rules/time/eventTime.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { RegistrationsOverTime } from "../../charts/RegistrationsOverTime.tsx";
import { clocksOf } from "../../event/eventTime.ts";
import { copyLink } from "../../lib/copyLink.ts";
import { paths } from "../../paths.ts";
import { restoreSession } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";
import { Fact } from "../../ui/Fact.tsx";
import figures from "../../ui/Figures.module.css";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { EventLinks } from "./EventLinks.tsx";
import { CancelledNotice } from "./end/Cancelled.tsx";
import { EndOfEvent } from "./end/EndOfEvent.tsx";
import { eventStateOf, placesLeftOf, placesLeftText, whenWords } from "./eventState.ts";
import { LatestOrders } from "./LatestOrders.tsx";
import { ListingNotice } from "./ListingNotice.tsx";
import { NextSteps } from "./NextSteps.tsx";
import classes from "./Overview.module.css";
import { PublishButton } from "./PublishButton.tsx";
import { StateBadge } from "./StateBadge.tsx";
import { type EventArgs, isOwnEvent, loadAnyEvent, rememberLastEvent } from "./staffEvent.ts";
import { TicketSales } from "./TicketSales.tsx";

/** From this many sold tickets on, the next steps are hidden. */
const soldWithoutSteps = 5;

export async function loader(args: EventArgs) {
  // For a page without access rules, the middleware does not restore the session.
  restoreSession();
  const event = await loadAnyEvent(args);
  if (!isOwnEvent(event)) throw redirect(paths.event(event.slug));
  rememberLastEvent(event);
  const client = apiFrom(args.context);
  const options = { signal: args.request.signal, withToken: true, suppressToasts: true };
  const { id: eventId } = event;
  // `localDay` returns null only for an invalid date.
  const date = localDay(new Date(), event.timeZone)!;
  const [tickets, sharedCapacities, stock, latest, series, ordersToCheck, cases, cancellation, listing] =
    await Promise.all([
      client.get("ticket/getTicketsByEventId", { eventId }, options),
      client.get("sharedCapacity/getByEventId", { eventId }, options),
      client.get("event/getStock", { eventId }, options),
      client.get("order/getOrders", { eventId, itemsPerPage: 5 }, options),
      client.get("checkin/getStatisticsSeries", { eventId, date }, options),
      client.get("order/getOrders", { eventId, itemsPerPage: 1, needsAttention: true }, options),
      client.get("attention/getCases", { eventId }, options),
      event.cancelledAt === null ? null : client.get("event/getCancellation", { eventId }, options),
      client.get("club/getListing", { clubId: event.clubId }, options),
    ]);
  return {
    event,
    tickets,
    sharedCapacities,
    stock: stock.tickets,
    latestOrders: latest.items,
    series,
    cancellation,
    listing,
    attentionCount: ordersToCheck.totalItems + cases.length,
  };
}

export function Component() {
  const {
    event,
    tickets,
    sharedCapacities,
    stock,
    latestOrders,
    series,
    cancellation,
    listing,
    attentionCount,
  } = useLoaderData<typeof loader>();
  const revalidator = useRevalidator();
  const placesLeft = placesLeftOf(tickets, sharedCapacities, event.placesLeft ?? null);
  const sold = stock.reduce((sum, ticket) => sum + ticket.sold, 0);
  const held = stock.reduce((sum, ticket) => sum + ticket.held, 0);
  const revenue = series.revenue.reduce((sum, { amount }) => sum + amount, 0);
  const takesMoney = tickets.some(({ price }) => price > 0);
  const state = eventStateOf(event, { sold, left: placesLeft }, new Date());
  const isPublic = event.isActive && event.cancelledAt === null;

  return (
    <StaffPage
      title={event.name}
      crumbs={[{ label: "Your events", to: paths.adminDashboard() }]}
      lead={`${whenWords(event)}${event.location === "" ? "" : `, ${event.location}`}`}
      event={event}
      actions={
        <>
          {isPublic && (
            <button
              type="button"
              className="button buttonQuiet"
              onClick={() => void copyLink(paths.event(event.slug))}
            >
              Copy link
            </button>
          )}
          {event.isActive && (
            <Link className="button" to={paths.event(event.slug)}>
              View event page
            </Link>
          )}
          {state === "draft" && (
            <PublishButton
              refusedBecause={tickets.length === 0 ? "Add a ticket first." : null}
              publish={async () => {
                const saved = await api.post("event/save", { id: event.id, isActive: true });
                if (saved === undefined) return;
                notify({ text: "Published.", color: "success" });
                await revalidator.revalidate();
              }}
            />
          )}
        </>
      }
    >
      {cancellation !== null && (
        <CancelledNotice event={event} loaded={cancellation} onChanged={() => revalidator.revalidate()} />
      )}
      <ListingNotice clubId={event.clubId} listing={listing} />
      {attentionCount > 0 && (
        <p>
          <Link className="touchLink" to={`${paths.eventPage(event.id, "orders")}?attention=true`}>
            {attentionCount === 1
              ? "1 thing needs attention"
              : `${attentionCount.toLocaleString("en-US")} things need attention`}
          </Link>
        </p>
      )}
      {event.hasChangeToTell && (
        <p>
          <Link className="touchLink" to={paths.eventPage(event.id, "edit")}>
            A new name, time or place has not been mailed yet
          </Link>
        </p>
      )}
      <dl className={`${figures.figures} ${classes.figures}`}>
        <div>
          <dt>State</dt>
          <dd>
            <StateBadge state={state} />
          </dd>
        </div>
        {(revenue !== 0 || takesMoney) && <Fact name="Revenue">{formatMoney(revenue, event.currency)}</Fact>}
        <div>
          <dt>{held > 0 ? "Sold, and held by buyers" : "Sold"}</dt>
          <dd>
            {sold.toLocaleString("en-US")}
            {held > 0 && ` + ${held.toLocaleString("en-US")}`}
          </dd>
        </div>
        <Fact name="Places left">{placesLeftText({ sold, held, left: placesLeft })}</Fact>
      </dl>
      {state === "published" && sold < soldWithoutSteps && (
        <NextSteps event={event} takesMoney={takesMoney} isTried={sold > 0} />
      )}
      <TicketSales event={event} tickets={tickets} stock={stock} />
      <LatestOrders eventId={event.id} orders={latestOrders} />
      {series.registrations.length > 0 && (
        <div className={classes.trend}>
          <RegistrationsOverTime clocks={clocksOf(event)} series={series} />
        </div>
      )}
      <EventLinks eventId={event.id} />
      <EndOfEvent event={event} onCancelled={() => void revalidator.revalidate()} />
    </StaffPage>
  );
}
