/** /event/{eventId}/waiting-list: who waits for what is sold out. What is shown is in the address. */
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
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
import type { WaitingEntry } from "../../../contract/shapes/waitingList.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { ListPages } from "../../ui/lists/ListPages.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { TicketsNav } from "../event/TicketsNav.tsx";
import { WaitingCards } from "./WaitingCards.tsx";
import { WaitingFilters } from "./WaitingFilters.tsx";
import classes from "./WaitingLists.module.css";
import { WaitingNumbers } from "./WaitingNumbers.tsx";
import { WaitingTable } from "./WaitingTable.tsx";
import { countText, filtersOf, pageSize, paramsOf, queryFrom, type WaitingQuery } from "./waitingQuery.ts";

interface WaitingPage {
  event: Event;
  list: PayloadOf<"waitingList/getByEventId">;
  query: WaitingQuery;
}

export async function loader(args: LoaderFunctionArgs): Promise<WaitingPage> {
  const event = await loadStaffEvent(args);
  const query = queryFrom(new URL(args.request.url).searchParams);
  const list = await apiFrom(args.context).get(
    "waitingList/getByEventId",
    { eventId: event.id, page: query.page, itemsPerPage: pageSize, ...filtersOf(query) },
    { signal: args.request.signal },
  );
  return { event, list, query };
}

export function Component() {
  return <WaitingView {...useLoaderData<typeof loader>()} />;
}

function WaitingView({ event, list, query }: WaitingPage) {
  const [, setParams] = useSearchParams();
  const navigation = useNavigation();
  const { revalidate } = useRevalidator();
  const [leaving, setLeaving] = useState<WaitingEntry | null>(null);
  const isNarrow = useMediaQuery("(max-width: 60rem)", false, { getInitialValueInEffect: false });
  const show = (change: Partial<WaitingQuery>) =>
    setParams(paramsOf(query, change), { replace: change.page === undefined, preventScrollReset: true });
  const { items, totalItems, totalPages, numbers } = list;
  const listProps = {
    event,
    items,
    isFetching: navigation.state === "loading",
    onRemove: setLeaving,
  };
  const isNarrowed = Object.keys(filtersOf(query)).length > 0 || query.page > 1;
  return (
    <StaffPage title="Waiting list" lead={leadOf(event)} event={event}>
      <TicketsNav eventId={event.id} />
      <div className={classes.parts}>
        <p className={classes.settings}>
          <Link className="lone" to={paths.eventPage(event.id, "config")}>
            Waiting list settings
          </Link>
        </p>
        {numbers.length === 0 ? (
          <EmptyState title="Nobody is waiting">
            When a ticket sells out, visitors can join its waiting list from the event’s page. They then stand
            here.
          </EmptyState>
        ) : (
          <>
            <WaitingNumbers numbers={numbers} />
            <WaitingFilters query={query} numbers={numbers} onChange={show} />
            <p className={classes.count} role="status">
              {countText(totalItems)}
            </p>
            {items.length === 0 ? (
              <EmptyState
                title="Nobody found"
                action={
                  isNarrowed && (
                    <Button variant="default" onClick={() => setParams({})}>
                      Show all
                    </Button>
                  )
                }
              >
                Nobody on the list has all of this. A part of a name or an address is enough.
              </EmptyState>
            ) : isNarrow ? (
              <WaitingCards {...listProps} />
            ) : (
              <WaitingTable {...listProps} />
            )}
            <ListPages
              page={query.page}
              totalPages={totalPages}
              isNarrow={isNarrow}
              onChange={(page) => show({ page })}
            />
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={`Take ${leaving?.name ?? ""} off the list?`}
        confirmLabel="Take off the list"
        onCancel={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving === null) return;
          await api.post("waitingList/remove", { entryId: leaving.id }, { suppressFailure: true });
          setLeaving(null);
          await revalidate();
        }}
      >
        <p>
          {leaving?.state === "offered"
            ? "The places that are kept for them go to the next in line. "
            : "Their place in line is lost. "}
          They are not told.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}

function leadOf({ config }: Event): string {
  if (!config.waitingList) return "It is switched off: nobody can join, and nobody is offered anything.";
  const hours = config.waitingOfferHours === 1 ? "an hour" : `${config.waitingOfferHours} hours`;
  return `When places come free, the first in line whose whole party fits is offered them by mail, and has ${hours} to take them.`;
}
