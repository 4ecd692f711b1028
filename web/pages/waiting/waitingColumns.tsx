import { Button } from "@mantine/core";
import type { Event } from "../../../contract/shapes/event.ts";
import type { WaitingEntry } from "../../../contract/shapes/waitingList.ts";
import { clocksOf } from "../../event/eventTime.ts";
import type { Column } from "../../ui/lists/StaffTable.tsx";
import { timeText } from "../../words/attendeeWords.ts";
import { WaitingBadge } from "./WaitingBadge.tsx";
import classes from "./WaitingLists.module.css";

export function waitingColumns(
  event: Event,
  onRemove: (entry: WaitingEntry) => void,
): Column<WaitingEntry>[] {
  return [
    {
      key: "name",
      title: "Name",
      onCard: "head",
      render: ({ name, email }) => (
        <div className={classes.person}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
      ),
    },
    { key: "ticketTitle", title: "Ticket", render: ({ ticketTitle }) => ticketTitle },
    { key: "places", title: "Places", isRightAligned: true, noWrap: true, render: ({ places }) => places },
    {
      key: "state",
      title: "State",
      noWrap: true,
      render: (entry) => <WaitingBadge entry={entry} clocks={clocksOf(event)} />,
    },
    {
      key: "createdAt",
      title: "Joined",
      isTime: true,
      render: ({ createdAt }) => timeText(createdAt, event),
    },
    {
      key: "remove",
      title: "Remove",
      heading: <span className="visuallyHidden">Remove</span>,
      isRightAligned: true,
      noWrap: true,
      onCard: "headEnd",
      render: (entry) =>
        (entry.state === "waiting" || entry.state === "offered") && (
          <Button className={classes.remove} variant="default" size="xs" onClick={() => onRemove(entry)}>
            Remove
            <span className="visuallyHidden">&nbsp;{entry.name}</span>
          </Button>
        ),
    },
  ];
}
