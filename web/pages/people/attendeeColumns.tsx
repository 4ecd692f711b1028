/** The columns of the list of attendees, and the menu that hides some of them. */
import { Button, Checkbox, Popover } from "@mantine/core";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import type { Column } from "../../ui/lists/StaffTable.tsx";
import { nameText, orderText, stateText, timeText } from "../../words/attendeeWords.ts";
import classes from "./attendeeColumns.module.css";
import { type ColumnName, columnNames, saveColumns } from "./columns.ts";
import type { AttendeeAction } from "./OneAttendee.tsx";
import { RowMenu } from "./RowMenu.tsx";

interface AttendeeColumns {
  event: Event;
  chosen: readonly ColumnName[];
  onChoose: (names: ColumnName[]) => void;
  onAct: (attendee: ListedAttendee, act: AttendeeAction) => void;
}

export function attendeeColumns({
  event,
  chosen,
  onChoose,
  onAct,
}: AttendeeColumns): Column<ListedAttendee>[] {
  const time = (instant: string | null) =>
    instant && timeText(instant, event.timeZone, event.config.dateFormat);
  const cells: Record<ColumnName, Pick<Column<ListedAttendee>, "render" | "order" | "noWrap" | "isTime">> = {
    email: { render: ({ email }) => email },
    phone: { render: ({ phone }) => phone },
    ticketTitle: { render: ({ ticketTitle }) => ticketTitle },
    registeredAt: { order: "registration", isTime: true, render: ({ registeredAt }) => time(registeredAt) },
    checkinTime: { order: "checkin", isTime: true, render: ({ checkinTime }) => time(checkinTime) },
    registrationState: { render: stateText },
    // The number and its state stay on one line.
    order: { noWrap: true, render: orderText },
  };
  return [
    {
      key: "name",
      title: "Name",
      order: "name",
      onCard: "head",
      render: (attendee) => (
        <button type="button" className={classes.name} onClick={() => onAct(attendee, "details")}>
          {nameText(attendee)}
        </button>
      ),
    },
    ...chosen.map((key) => ({ key, title: columnNames[key], ...cells[key] })),
    {
      key: "actions",
      title: "Actions",
      heading: <ColumnChoice chosen={chosen} onChoose={onChoose} />,
      isAtEnd: true,
      onCard: "headEnd",
      render: (attendee) => (
        <RowMenu event={event} attendee={attendee} onAct={(act) => onAct(attendee, act)} />
      ),
    },
  ];
}

function ColumnChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly ColumnName[];
  onChoose: (names: ColumnName[]) => void;
}) {
  return (
    <Popover position="bottom-end" trapFocus>
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
                const next = all.filter((column) => (column === name ? checked : chosen.includes(column)));
                saveColumns(next);
                onChoose(next);
              }}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
