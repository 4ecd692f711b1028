/** /event/{eventId}/orders. Page, search and filters are in the address. */
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { purposeWords } from "../../../contract/rules/orderWords.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { DownloadTable } from "../../ui/lists/DownloadTable.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import type { ListFilter } from "../../ui/lists/ListFilters.tsx";
import { ListPage } from "../../ui/lists/ListPage.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { paymentFilterWords } from "../../words/orderStatus.ts";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { AttentionBar } from "./AttentionBar.tsx";
import { EventCases } from "./EventCases.tsx";
import { orderColumns } from "./orderColumns.tsx";
import { filtersOf, type OrderQuery, orderAddress, orderCountText, pageSize } from "./orderQuery.ts";
import { refundFilterWords } from "./orderWords.ts";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const query = orderAddress.queryFrom(new URL(args.request.url).searchParams);
  const api = apiFrom(args.context);
  const { signal } = args.request;
  const [list, ordersToCheck, cases] = await Promise.all([
    api.get(
      "order/getOrders",
      { eventId: event.id, page: query.page, itemsPerPage: pageSize, ...filtersOf(query) },
      { signal },
    ),
    api.get("order/getOrders", { eventId: event.id, itemsPerPage: 1, needsAttention: true }, { signal }),
    api.get("attention/getCases", { eventId: event.id }, { signal }),
  ]);
  return { event, list, attentionCount: ordersToCheck.totalItems, cases, query };
}

export function Component() {
  const { event, list, attentionCount, cases, query } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <StaffPage
      title="Orders"
      event={event}
      actions={
        <DownloadTable
          path="order/downloadOrders"
          query={{ eventId: event.id, ...filtersOf(query) }}
          disabled={list.totalItems === 0}
        />
      }
    >
      <ListPage
        label="Orders"
        address={orderAddress}
        query={query}
        list={list}
        columns={orderColumns(event, list.items)}
        placeholder="Name, e-mail or order number"
        filters={orderFilters}
        count={orderCountText(list.totalItems)}
        above={(show) => (
          <>
            <AttentionBar
              count={attentionCount}
              isShown={query.attention !== ""}
              onShow={(isShown) => show({ attention: isShown ? "true" : "" })}
            />
            <EventCases eventId={event.id} cases={cases} onDone={() => void revalidate()} />
          </>
        )}
        nothingFound={{
          title: "No order found",
          words: "No order matches all filters. A part of a name, address or number is enough.",
          showAll: "Show all orders",
        }}
        empty={
          <EmptyState
            title="No orders yet"
            action={
              <Link className="touchLink" to={paths.eventPage(event.id, "tickets")}>
                Go to the tickets
              </Link>
            }
          >
            Whatever is bought appears here: tickets, extras, donations and sponsor packages, from the web and
            the door.
          </EmptyState>
        }
      />
    </StaffPage>
  );
}

const orderFilters: readonly ListFilter<OrderQuery>[] = [
  {
    name: "status",
    label: "Payment",
    choices: [["", "All payments"], ...Object.entries({ ...paymentFilterWords, ...refundFilterWords })],
  },
  { name: "purpose", label: "Kind", choices: [["", "Everything"], ...Object.entries(purposeWords)] },
  {
    name: "channel",
    label: "Sold where",
    choices: [
      ["", "Everywhere"],
      ["web", "On the web"],
      ["door", "At the door"],
    ],
  },
];
