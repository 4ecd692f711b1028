/** /event/{eventId}/orders: who bought what, and where its money stands. What is shown is in the address. */
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from "react-router";
import type { PayloadOf } from "../../../contract/all.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { DownloadTable } from "../../ui/lists/DownloadTable.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { ListPages } from "../../ui/lists/ListPages.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { AttentionBar } from "./AttentionBar.tsx";
import { EventCases } from "./EventCases.tsx";
import { OrderCards } from "./OrderCards.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import classes from "./Orders.module.css";
import { OrderTable } from "./OrderTable.tsx";
import {
  countText,
  filtersOf,
  isNarrowed,
  type OrderQuery,
  pageSize,
  paramsOf,
  queryFrom,
} from "./orderQuery.ts";

interface OrdersPage {
  event: Event;
  list: PayloadOf<"order/getOrders">;
  /** How many of all the event's orders staff should look at. */
  wanting: number;
  /** What else of the event wants them. */
  cases: PayloadOf<"attention/getCases">;
  query: OrderQuery;
}

/** A search that is typed on leaves the earlier one's request behind, aborted. */
export async function loader(args: LoaderFunctionArgs): Promise<OrdersPage> {
  const event = await loadStaffEvent(args);
  const query = queryFrom(new URL(args.request.url).searchParams);
  const api = apiFrom(args.context);
  const { signal } = args.request;
  const [list, wanting, cases] = await Promise.all([
    api.get(
      "order/getOrders",
      { eventId: event.id, page: query.page, itemsPerPage: pageSize, ...filtersOf(query) },
      { signal },
    ),
    api.get("order/getOrders", { eventId: event.id, itemsPerPage: 1, needsAttention: true }, { signal }),
    api.get("attention/getCases", { eventId: event.id }, { signal }),
  ]);
  return { event, list, wanting: wanting.totalItems, cases, query };
}

export function Component() {
  return <OrdersView {...useLoaderData<typeof loader>()} />;
}

function OrdersView({ event, list, wanting, cases, query }: OrdersPage) {
  const { revalidate } = useRevalidator();
  const [, setParams] = useSearchParams();
  const navigation = useNavigation();
  const isNarrow = useMediaQuery("(max-width: 60rem)", false, { getInitialValueInEffect: false });
  const show = (change: Partial<OrderQuery>) =>
    setParams(paramsOf(query, change), { replace: change.page === undefined, preventScrollReset: true });
  const { items, totalItems, totalPages } = list;
  const listProps = { event, items, isFetching: navigation.state === "loading" };
  return (
    <StaffPage
      title="Orders"
      event={event}
      actions={
        <>
          <DownloadTable
            path="order/downloadOrders"
            query={{ eventId: event.id, ...filtersOf(query) }}
            disabled={list.totalItems === 0}
          />
          <Button component={Link} variant="default" to={paths.eventPage(event.id, "closing")}>
            Close the event
          </Button>
        </>
      }
    >
      <div className={classes.parts}>
        <AttentionBar count={wanting} isShown={query.attention} onShow={(attention) => show({ attention })} />
        <EventCases eventId={event.id} cases={cases} onDone={() => void revalidate()} />
        <OrderFilters query={query} isNarrow={isNarrow} onChange={show} />
        <p className={classes.count} role="status">
          {countText(totalItems)}
        </p>
        {items.length === 0 ? (
          <NothingHere
            event={event}
            isNarrowed={isNarrowed(query) || query.page > 1}
            onClear={() => setParams({})}
          />
        ) : isNarrow ? (
          <OrderCards {...listProps} />
        ) : (
          <OrderTable {...listProps} />
        )}
        <ListPages
          page={query.page}
          totalPages={totalPages}
          isNarrow={isNarrow}
          onChange={(page) => show({ page })}
        />
      </div>
    </StaffPage>
  );
}

interface NothingHereProps {
  event: Event;
  isNarrowed: boolean;
  onClear: () => void;
}

function NothingHere({ event, isNarrowed, onClear }: NothingHereProps) {
  if (isNarrowed)
    return (
      <EmptyState
        title="No order found"
        action={
          <Button variant="default" onClick={onClear}>
            Show all orders
          </Button>
        }
      >
        No order has all of this. A part of a name, an address or a number is enough.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No orders yet"
      action={
        <Link className="lone" to={paths.eventPage(event.id, "tickets")}>
          Tickets on sale
        </Link>
      }
    >
      Whatever is bought appears here: tickets, extras, donations and sponsorships, from the web and the door.
    </EmptyState>
  );
}
