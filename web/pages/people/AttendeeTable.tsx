/** The attendees as a table, on screens that are wide enough for one. */
import { Button, Checkbox, Popover } from "@mantine/core";
import type { DataTableColumn, DataTableSortStatus } from "mantine-datatable";
import { useState } from "react";
import type { Event } from "../../../contract/shapes/event.ts";
import type { AttendeeOrder, ListedAttendee } from "../../../contract/shapes/people.ts";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { nameText, orderText, stateText, timeText } from "../../words/attendeeWords.ts";
import classes from "./AttendeeTable.module.css";
import { type ColumnName, chosenColumns, columnNames, keepColumns } from "./columns.ts";
import type { Act } from "./OneAttendee.tsx";
import { RowMenu } from "./RowMenu.tsx";

/** A list of attendees, and what can be done with one of them. */
export interface AttendeeListProps {
  event: Event;
  items: ListedAttendee[];
  isFetching: boolean;
  onAct: (attendee: ListedAttendee, act: Act) => void;
}

const orderOf: Readonly<Record<string, "name" | "registration" | "checkin">> = {
  name: "name",
  registeredAt: "registration",
  checkinTime: "checkin",
};

export function AttendeeTable({
  event,
  items,
  isFetching,
  onAct,
  sort,
  onSort,
}: AttendeeListProps & { sort: AttendeeOrder; onSort: (order: AttendeeOrder) => void }) {
  const [chosen, setChosen] = useState(chosenColumns);
  const time = (instant: string | null) => timeText(instant, event.timeZone, event.config.dateFormat);
  const cells: Record<ColumnName, (one: ListedAttendee) => string> = {
    email: (one) => one.email ?? "–",
    phone: (one) => one.phone ?? "–",
    ticketTitle: (one) => one.ticketTitle,
    registeredAt: (one) => time(one.registeredAt),
    checkinTime: (one) => time(one.checkinTime),
    registrationState: stateText,
    order: orderText,
  };
  const columns: DataTableColumn<ListedAttendee>[] = [
    {
      accessor: "name",
      title: "Name",
      sortable: true,
      render: (one) => (
        <button type="button" className={classes.name} onClick={() => onAct(one, "details")}>
          {nameText(one)}
        </button>
      ),
    },
    ...chosen.map((name) => ({
      accessor: name,
      title: columnNames[name],
      sortable: name in orderOf,
      // A number with what became of it is one word to the eye.
      noWrap: name === "order",
      render: cells[name],
    })),
    {
      accessor: "actions",
      title: <ColumnChoice chosen={chosen} onChoose={setChosen} />,
      textAlign: "right",
      render: (one) => <RowMenu event={event} attendee={one} onAct={(act) => onAct(one, act)} />,
    },
  ];
  const sorted = Object.entries(orderOf).find(([, order]) => sort.replace("-", "") === order)![0];
  const sortStatus: DataTableSortStatus<ListedAttendee> = {
    columnAccessor: sorted,
    direction: sort.startsWith("-") ? "desc" : "asc",
  };
  return (
    <StaffTable<ListedAttendee>
      label="Attendees"
      idAccessor="id"
      verticalSpacing={4}
      records={items}
      columns={columns}
      rowClassName={isFetching ? classes.waiting : undefined}
      sortStatus={sortStatus}
      onSortStatusChange={({ columnAccessor, direction }) => {
        const order = orderOf[String(columnAccessor)];
        if (order !== undefined) onSort(direction === "desc" ? `-${order}` : order);
      }}
    />
  );
}

function ColumnChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly ColumnName[];
  onChoose: (names: ColumnName[]) => void;
}) {
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.choice}>
          <legend>Columns</legend>
          {(Object.keys(columnNames) as ColumnName[]).map((name) => (
            <Checkbox
              key={name}
              label={columnNames[name]}
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) => {
                const all = Object.keys(columnNames) as ColumnName[];
                const next = all.filter((one) => (one === name ? checked : chosen.includes(one)));
                keepColumns(next);
                onChoose(next);
              }}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
