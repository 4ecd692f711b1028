/** The page `/dashboard/sudo/events`. */
import { Button } from "@mantine/core";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { EventCard } from "../../../contract/shapes/event.ts";
import { useAct } from "../../act/useAct.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import type { ListFilter } from "../../ui/lists/ListFilters.tsx";
import { ListPage } from "../../ui/lists/ListPage.tsx";
import { idForm, listAddress } from "../../ui/lists/listAddress.ts";
import type { Column } from "../../ui/lists/StaffTable.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { eventStateOf, whenWords } from "../event/eventState.ts";
import { StateBadge } from "../event/StateBadge.tsx";

const address = listAddress({ when: ["coming", "past"], approval: ["waiting"], club: idForm });
type Query = ReturnType<typeof address.queryFrom>;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = address.queryFrom(new URL(request.url).searchParams);
  const client = apiFrom(context);
  const { signal } = request;
  const [list, clubs] = await Promise.all([
    client.get(
      "event/getEventCards",
      {
        page: query.page,
        itemsPerPage: 25,
        when: query.when || "all",
        ...(query.approval === "waiting" && { awaitsApproval: true }),
        ...(query.search !== "" && { search: query.search }),
        ...(query.club !== "" && { clubId: Number(query.club) }),
      },
      { signal },
    ),
    client.get("club/getAllClubs", undefined, { signal, withToken: true }),
  ]);
  return { list, clubNames: new Map(clubs.map(({ id, name }) => [id, name])), query };
}

export function Component() {
  const { list, clubNames, query } = useLoaderData<typeof loader>();
  return (
    <StaffPage title="All events" crumbs={[{ label: "All clubs", to: paths.sudoDashboard() }]}>
      <ListPage
        label="Events"
        address={address}
        query={query}
        list={list}
        columns={columnsWith(clubNames, list.items)}
        placeholder="Name, place or address of the page"
        filters={[...filters, clubFilter(clubNames)]}
        count={`${list.totalItems.toLocaleString("en-US")} ${list.totalItems === 1 ? "event" : "events"}`}
        nothingFound={{
          title: "No event found",
          words: "No event matches. A part of a name is enough.",
          showAll: "Show all events",
        }}
        empty={<EmptyState title="There are no events yet">The events of all clubs appear here.</EmptyState>}
      />
    </StaffPage>
  );
}

const filters: readonly ListFilter<Query>[] = [
  {
    name: "when",
    label: "Date",
    choices: [
      ["", "All dates"],
      ["coming", "Upcoming"],
      ["past", "Past"],
    ],
  },
  {
    name: "approval",
    label: "Approval",
    choices: [
      ["", "All events"],
      ["waiting", "Waiting for approval"],
    ],
  },
];

const clubFilter = (clubNames: ReadonlyMap<number, string>): ListFilter<Query> => ({
  name: "club",
  label: "Club",
  choices: [["", "All clubs"], ...[...clubNames].map(([id, name]): [string, string] => [String(id), name])],
});

const columnsWith = (
  clubNames: ReadonlyMap<number, string>,
  events: readonly EventCard[],
): readonly Column<EventCard>[] => [
  {
    key: "name",
    title: "Event",
    onCard: "head",
    render: ({ name, slug, isActive }) =>
      isActive ? <Link to={paths.event(slug)}>{name}</Link> : <span>{name}</span>,
  },
  {
    key: "state",
    title: "State",
    onCard: "headEnd",
    render: (event) => <StateBadge state={eventStateOf(event, event, new Date())} />,
  },
  {
    key: "club",
    title: "Club",
    render: ({ clubId }) => <Link to={paths.clubEdit(clubId)}>{clubNames.get(clubId)}</Link>,
  },
  { key: "date", title: "Date", render: whenWords },
  { key: "sold", title: "Sold", isRightAligned: true, render: ({ sold }) => sold.toLocaleString("en-US") },
  {
    key: "revenue",
    title: "Revenue",
    isRightAligned: true,
    noWrap: true,
    render: ({ money: [only] }) => only && formatMoney(only.amount, only.currency),
  },
  ...(events.some(awaitsListing)
    ? [
        {
          key: "listing",
          title: "Home page",
          render: (event: EventCard) => {
            if (awaitsListing(event)) return <Approval event={event} />;
            return event.isActive && event.cancelledAt === null ? "Shown" : "Not shown";
          },
        },
      ]
    : []),
];

function awaitsListing({ isActive, cancelledAt, listing }: EventCard): boolean {
  return isActive && cancelledAt === null && !(listing.isConfirmed && listing.isApproved);
}

function Approval({ event }: { event: EventCard }) {
  const { isBusy, run } = useAct();
  const { id, name, listing } = event;
  return (
    <>
      {!listing.isConfirmed && <span>Address not confirmed</span>}
      {!listing.isApproved && (
        <Button
          variant="default"
          aria-label={`Approve ${name}`}
          aria-busy={isBusy}
          onClick={() => void run(() => api.post("event/approve", { eventId: id }), { revalidates: true })}
        >
          {isBusy ? "Approving…" : "Approve"}
        </Button>
      )}
    </>
  );
}
