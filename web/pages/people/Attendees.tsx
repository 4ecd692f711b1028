/** /event/{eventId}/attendees: who is coming. What is shown is in the address, so a list can be passed on. */

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
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { useAct } from "../../act/useAct.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { ListPages } from "../../ui/lists/ListPages.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { AttendeeCards } from "./AttendeeCards.tsx";
import { AttendeeFilters } from "./AttendeeFilters.tsx";
import classes from "./Attendees.module.css";
import { AttendeeTable } from "./AttendeeTable.tsx";
import {
  type AttendeeQuery,
  countWords,
  filtersOf,
  isNarrowed,
  pageSize,
  paramsOf,
  queryFrom,
} from "./attendeeQuery.ts";
import { checkIn, takeBack } from "./checkIn.ts";
import { ListActions } from "./ListActions.tsx";
import { type Act, OneAttendee } from "./OneAttendee.tsx";

/** Who is open, and what of them. */
type OpenAttendee = Pick<Parameters<typeof OneAttendee>[0], "attendee" | "act">;

interface AttendeesPage {
  event: Event;
  tickets: Ticket[];
  questions: FormQuestion[];
  list: PayloadOf<"registration/getAttendees">;
  query: AttendeeQuery;
}

/** A search that is typed on leaves the earlier one's request behind, aborted. */
export async function loader(args: LoaderFunctionArgs): Promise<AttendeesPage> {
  const event = await loadStaffEvent(args);
  const query = queryFrom(new URL(args.request.url).searchParams);
  const api = apiFrom(args.context);
  const { signal } = args.request;
  const [list, tickets, questions] = await Promise.all([
    api.get(
      "registration/getAttendees",
      {
        eventId: event.id,
        page: query.page,
        itemsPerPage: pageSize,
        sortBy: query.sort,
        ...filtersOf(query),
      },
      { signal },
    ),
    api.get("ticket/getTicketsByEventId", { eventId: event.id }, { signal, withToken: true }),
    api.get("form/getFormQuestions", { eventId: event.id }, { signal, withToken: true }),
  ]);
  return { event, tickets, questions, list, query };
}

export function Component() {
  return <AttendeesView {...useLoaderData<typeof loader>()} />;
}

function AttendeesView({ event, tickets, questions, list, query }: AttendeesPage) {
  const [, setParams] = useSearchParams();
  const navigation = useNavigation();
  const { revalidate } = useRevalidator();
  const isNarrow = useMediaQuery("(max-width: 52rem)", false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState<OpenAttendee | null>(null);
  const { run } = useAct();
  const show = (change: Partial<AttendeeQuery>) =>
    setParams(paramsOf(query, change), { replace: change.page === undefined, preventScrollReset: true });
  const { items, totalPages } = list;
  const listProps = {
    event,
    items,
    isFetching: navigation.state === "loading",
    onAct: doAct,
  };

  function doAct(attendee: ListedAttendee, act: Act): void {
    if (act !== "checkIn" && act !== "takeBack") {
      setOpen({ attendee, act });
      return;
    }
    const acting = act === "checkIn" ? checkIn : takeBack;
    void run(() => acting(event.id, attendee)).then((hasChanged) => {
      if (!hasChanged) return;
      setOpen(null);
      void revalidate();
    });
  }

  return (
    <StaffPage
      title="Attendees"
      event={event}
      actions={
        <Button component={Link} to={paths.eventPage(event.id, "import")} variant="default">
          Import
        </Button>
      }
    >
      <div className={classes.parts}>
        <AttendeeFilters query={query} tickets={tickets} isNarrow={isNarrow} onChange={show} />
        <div className={classes.bar}>
          <p className={classes.count} role="status">
            {countWords(list)}
          </p>
          <ListActions event={event} query={query} count={list.totalItems} />
        </div>
        {items.length === 0 ? (
          <NobodyHere
            isNarrowed={isNarrowed(query) || query.page > 1}
            onClear={() => setParams({})}
            event={event}
          />
        ) : isNarrow ? (
          <AttendeeCards {...listProps} />
        ) : (
          <AttendeeTable {...listProps} sort={query.sort} onSort={(sort) => show({ sort })} />
        )}
        <ListPages
          page={query.page}
          totalPages={totalPages}
          isNarrow={isNarrow}
          onChange={(page) => show({ page })}
        />
      </div>
      {open && (
        <OneAttendee
          key={open.attendee.id}
          {...open}
          event={event}
          tickets={tickets}
          questions={questions}
          onAct={(act) => doAct(open.attendee, act)}
          onClose={() => setOpen(null)}
          onChanged={() => {
            setOpen(null);
            void revalidate();
          }}
        />
      )}
    </StaffPage>
  );
}

function NobodyHere({
  isNarrowed,
  onClear,
  event,
}: {
  isNarrowed: boolean;
  onClear: () => void;
  event: Event;
}) {
  if (isNarrowed)
    return (
      <EmptyState
        title="Nobody found"
        action={
          <Button variant="default" onClick={onClear}>
            Show everybody
          </Button>
        }
      >
        No attendee has all of this. A part of a name, an address or a number is enough.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nobody has registered yet"
      action={
        <Button component={Link} to={paths.eventPage(event.id, "import")}>
          Import attendees
        </Button>
      }
    >
      Whoever registers appears here. You can also bring people from a spreadsheet.
    </EmptyState>
  );
}
