/** /event/{eventId}/attendees. The list's query is in the address, so that it can be shared. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { useAct } from "../../act/useAct.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { ListPage } from "../../ui/lists/ListPage.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { AddPerson } from "./AddPerson.tsx";
import { attendeeColumns } from "./attendeeColumns.tsx";
import {
  answerChoices,
  attendeeAddress,
  attendeeCountText,
  attendeeStateWords,
  checkinWords,
  filtersOf,
  missingWords,
  orderWords,
  pageSize,
  sortWords,
  standardSort,
} from "./attendeeQuery.ts";
import { checkIn, undoCheckIn } from "./checkIn.ts";
import { chosenColumns } from "./columns.ts";
import { ListActions } from "./ListActions.tsx";
import { type AttendeeAction, OneAttendee } from "./OneAttendee.tsx";

type OpenAttendee = Pick<Parameters<typeof OneAttendee>[0], "attendee" | "act">;

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const query = attendeeAddress.queryFrom(new URL(args.request.url).searchParams);
  const api = apiFrom(args.context);
  const { signal } = args.request;
  const [list, tickets, questions, extras, promoCodes] = await Promise.all([
    api.get(
      "registration/getAttendees",
      {
        eventId: event.id,
        page: query.page,
        itemsPerPage: pageSize,
        sortBy: query.sort || standardSort,
        ...filtersOf(query),
      },
      { signal },
    ),
    api.get("ticket/getTicketsByEventId", { eventId: event.id }, { signal, withToken: true }),
    api.get("form/getFormQuestions", { eventId: event.id }, { signal, withToken: true }),
    api.get("event/getExtras", { eventId: event.id }, { signal }),
    api.get("promoCode/getByEventId", { eventId: event.id }, { signal }),
  ]);
  return { event, tickets, questions, extras, promoCodes, list, query };
}

export function Component() {
  const { event, tickets, questions, extras, promoCodes, list, query } = useLoaderData<typeof loader>();
  const answers = answerChoices(questions);
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<OpenAttendee | null>(null);
  const [shownColumns, setShownColumns] = useState(chosenColumns);
  const [isAdding, setIsAdding] = useState(false);
  const { run } = useAct();

  function runAction(attendee: ListedAttendee, act: AttendeeAction): void {
    if (act !== "checkIn" && act !== "undoCheckIn") {
      setOpen({ attendee, act });
      return;
    }
    const action = act === "checkIn" ? checkIn : undoCheckIn;
    void run(() => action(event.id, attendee)).then((hasChanged) => {
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
        <>
          <Button disabled={tickets.length === 0} onClick={() => setIsAdding(true)}>
            Add a person
          </Button>
          <Button component={Link} to={paths.eventPage(event.id, "import")} variant="default">
            Import
          </Button>
        </>
      }
    >
      <ListPage
        label="Attendees"
        address={attendeeAddress}
        query={query}
        list={list}
        columns={attendeeColumns({
          event,
          questions,
          chosen: shownColumns,
          onChoose: setShownColumns,
          onAct: runAction,
        })}
        placeholder="Name, e-mail or phone"
        filters={[
          {
            name: "ticket",
            label: "Ticket",
            choices: [["", "All tickets"], ...tickets.map(({ id, title }) => [String(id), title] as const)],
          },
          { name: "checkin", label: "Check-in", choices: [["", "All"], ...Object.entries(checkinWords)] },
          {
            name: "state",
            label: "State",
            choices: [["", "Confirmed"], ...Object.entries(attendeeStateWords)],
          },
          { name: "order", label: "Order", choices: [["", "All orders"], ...Object.entries(orderWords)] },
          {
            name: "missing",
            label: "Missing details",
            choices: [["", "All"], ...Object.entries(missingWords)],
          },
          ...(answers.length === 0
            ? []
            : [{ name: "answer", label: "Answer", choices: [["", "All answers"], ...answers] } as const]),
          ...(extras.length === 0
            ? []
            : [
                {
                  name: "extra",
                  label: "Extra",
                  choices: [["", "All"], ...extras.map(({ id, name }) => [String(id), name] as const)],
                } as const,
              ]),
          // Links to the people of an import set this filter. The list does not load the other imports.
          ...(query.import === ""
            ? []
            : [
                {
                  name: "import",
                  label: "Import",
                  choices: [
                    ["", "All"],
                    [query.import, `Import ${query.import}`],
                  ],
                } as const,
              ]),
          ...(promoCodes.length === 0
            ? []
            : [
                {
                  name: "code",
                  label: "Promo code",
                  choices: [["", "All"], ...promoCodes.map(({ id, code }) => [String(id), code] as const)],
                } as const,
              ]),
        ]}
        sorting={{
          choices: [["", "Registered, newest first"], ...Object.entries(sortWords)],
          otherwise: standardSort,
        }}
        count={attendeeCountText(list)}
        actions={<ListActions event={event} query={query} count={list.totalItems} />}
        nothingFound={{
          title: "Nobody found",
          words: "No attendee matches all filters. A part of a name, address or number is enough.",
          showAll: "Show everybody",
        }}
        empty={
          <EmptyState
            title="Nobody has registered yet"
            action={
              <Button component={Link} to={paths.eventPage(event.id, "import")}>
                Import attendees
              </Button>
            }
          >
            Whoever registers appears here.{" "}
            {tickets.length === 0 ? (
              <>
                <Link to={paths.eventPage(event.id, "tickets")}>Add a ticket</Link> first, or bring people and
                their tickets from a spreadsheet.
              </>
            ) : (
              "You can also add people by hand, or bring them from a spreadsheet."
            )}
          </EmptyState>
        }
      />
      <Panel isOpen={isAdding} title="Add a person" onClose={() => setIsAdding(false)}>
        <AddPerson
          event={event}
          tickets={tickets}
          extras={extras}
          questions={questions}
          onAdded={() => {
            setIsAdding(false);
            void revalidate();
          }}
        />
      </Panel>
      {open && (
        <OneAttendee
          key={open.attendee.id}
          {...open}
          event={event}
          tickets={tickets}
          questions={questions}
          onAct={(act) => runAction(open.attendee, act)}
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
