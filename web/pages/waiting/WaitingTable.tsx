/** Those who wait as a table, on screens that are wide enough for one. */
import { Button } from "@mantine/core";
import type { DataTableColumn } from "mantine-datatable";
import type { Event } from "../../../contract/shapes/event.ts";
import type { WaitingEntry } from "../../../contract/shapes/waitingList.ts";
import { clocksOf } from "../../event/eventTime.ts";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { timeText } from "../../words/attendeeWords.ts";
import { WaitingBadge } from "./WaitingBadge.tsx";
import classes from "./WaitingLists.module.css";

/** A page of those who wait. */
export interface WaitingListProps {
  event: Event;
  items: WaitingEntry[];
  isFetching: boolean;
  onRemove: (entry: WaitingEntry) => void;
}

export function WaitingTable({ event, items, isFetching, onRemove }: WaitingListProps) {
  const columns: DataTableColumn<WaitingEntry>[] = [
    {
      accessor: "name",
      title: "Name",
      render: ({ name, email }) => (
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
      ),
    },
    { accessor: "ticketTitle", title: "Ticket" },
    { accessor: "places", title: "Places", textAlign: "right", noWrap: true },
    {
      accessor: "state",
      title: "State",
      noWrap: true,
      render: (one) => <WaitingBadge entry={one} clocks={clocksOf(event)} />,
    },
    {
      accessor: "createdAt",
      title: "Joined",
      render: ({ createdAt }) => timeText(createdAt, event.timeZone, event.config.dateFormat),
    },
    {
      accessor: "remove",
      title: <span className="visuallyHidden">Take off</span>,
      textAlign: "right",
      noWrap: true,
      render: (one) => <RemoveButton entry={one} onRemove={onRemove} />,
    },
  ];
  return (
    <StaffTable<WaitingEntry>
      label="Waiting list"
      idAccessor="id"
      records={items}
      columns={columns}
      rowClassName={isFetching ? classes.fetching : undefined}
    />
  );
}

/** Only who waits or has an offer can be taken off. */
export function RemoveButton({
  entry,
  onRemove,
}: Pick<WaitingListProps, "onRemove"> & { entry: WaitingEntry }) {
  if (entry.state !== "waiting" && entry.state !== "offered") return null;
  return (
    <Button className={classes.remove} variant="default" size="xs" onClick={() => onRemove(entry)}>
      Take off
      <span className="visuallyHidden">&nbsp;{entry.name}</span>
    </Button>
  );
}
