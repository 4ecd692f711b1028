/** Actions on all listed attendees: mail their tickets, download the list. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Event } from "../../../contract/shapes/event.ts";
import { api } from "../../api/browser.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { DownloadTable } from "../../ui/lists/DownloadTable.tsx";
import { type AttendeeQuery, attendeeAddress, filtersOf } from "./attendeeQuery.ts";
import classes from "./OneAttendee.module.css";

interface ListActionsProps {
  event: Event;
  query: AttendeeQuery;
  count: number;
}

export function ListActions({ event, query, count }: ListActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const filters = filtersOf(query);

  return (
    <div className={classes.group}>
      <DownloadTable
        path="registration/downloadAttendees"
        query={{ eventId: event.id, ...filters }}
        disabled={count === 0}
      />
      <Button variant="default" disabled={count === 0} onClick={() => setConfirming(true)}>
        Mail tickets
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Mail tickets?"
        confirmLabel="Mail the tickets"
        isHarmless
        onCancel={() => setConfirming(false)}
        onConfirm={async () => {
          const reply = await api.post(
            "registration/sendTickets",
            { eventId: event.id, ...filters },
            { suppressFailure: true },
          );
          if (reply !== undefined) setConfirming(false);
        }}
      >
        <p>
          {attendeeAddress.isNarrowed(query) ? "Everybody who is found" : "Everybody"} with a confirmed
          registration gets their tickets by mail once more. Nobody is written to twice within an hour, and at
          most 20 mails go out a second.
        </p>
      </ConfirmDialog>
    </div>
  );
}
