/** The page `/event/{eventId}/waiting-list`. */
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import type { Event } from "../../../contract/shapes/event.ts";
import type { WaitingEntry } from "../../../contract/shapes/waitingList.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { ListPage } from "../../ui/lists/ListPage.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import classes from "./WaitingLists.module.css";
import { WaitingCounts } from "./WaitingNumbers.tsx";
import { waitingColumns } from "./waitingColumns.tsx";
import { filtersOf, pageSize, waitingAddress, waitingCountText, waitingStateWords } from "./waitingQuery.ts";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const query = waitingAddress.queryFrom(new URL(args.request.url).searchParams);
  const list = await apiFrom(args.context).get(
    "waitingList/getByEventId",
    { eventId: event.id, page: query.page, itemsPerPage: pageSize, ...filtersOf(query) },
    { signal: args.request.signal },
  );
  return { event, list, query };
}

export function Component() {
  const { event, list, query } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [entryToRemove, setEntryToRemove] = useState<WaitingEntry | null>(null);
  const { numbers } = list;
  return (
    <StaffPage title="Waiting list" lead={leadOf(event)} event={event}>
      <div className={classes.parts}>
        <p className={classes.settings}>
          <Link className="touchLink" to={paths.eventPage(event.id, "config")}>
            Waiting list settings
          </Link>
        </p>
        {numbers.length === 0 ? (
          <EmptyState title="Nobody is waiting">
            When a ticket sells out, visitors can join its waiting list from the event’s page. They then
            appear here.
          </EmptyState>
        ) : (
          <>
            <WaitingCounts numbers={numbers} />
            <ListPage
              label="Waiting list"
              address={waitingAddress}
              query={query}
              list={list}
              columns={waitingColumns(event, setEntryToRemove)}
              placeholder="Name or e-mail"
              filters={[
                {
                  name: "state",
                  label: "State",
                  choices: [
                    ["", "Everybody"],
                    ...Object.entries(waitingStateWords).map(([state, { words }]) => [state, words] as const),
                  ],
                },
                {
                  name: "ticket",
                  label: "Ticket",
                  choices: [
                    ["", "All tickets"],
                    ...numbers.map(({ ticketId, ticketTitle }) => [String(ticketId), ticketTitle] as const),
                  ],
                },
              ]}
              count={waitingCountText(list.totalItems)}
              nothingFound={{
                title: "Nobody found",
                words: "Nobody on the list matches all filters. A part of a name or address is enough.",
                showAll: "Show all",
              }}
              empty={null}
            />
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={entryToRemove !== null}
        title={`Remove ${entryToRemove?.name ?? ""} from the list?`}
        confirmLabel="Remove from the list"
        onCancel={() => setEntryToRemove(null)}
        onConfirm={async () => {
          if (entryToRemove === null) return;
          await api.post("waitingList/remove", { entryId: entryToRemove.id }, { suppressFailure: true });
          setEntryToRemove(null);
          await revalidate();
        }}
      >
        <p>
          {entryToRemove?.state === "offered"
            ? "The places that are kept for them go to the next in line. "
            : "Their place in line is lost. "}
          They get no mail.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}

function leadOf({ config }: Event): string {
  if (!config.waitingList)
    return "The waiting list is switched off: nobody can join, and nobody gets an offer.";
  const hours = config.waitingOfferHours === 1 ? "an hour" : `${config.waitingOfferHours} hours`;
  return `When places become available, the first group in line that fits gets an offer by mail, and has ${hours} to accept it.`;
}
