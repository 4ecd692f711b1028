/** What can be done with all that the list shows: mail their tickets, fetch them as a table. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Event } from "../../../contract/event.ts";
import { ApiError } from "../../api/apiError.ts";
import { api } from "../../api/browser.ts";
import { fetchFile } from "../../api/fetchFile.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { notify } from "../../ui/snackbars/queue.ts";
import { type AttendeeQuery, filtersOf, isNarrowed } from "./attendeeQuery.ts";
import classes from "./OneAttendee.module.css";

interface ListActionsProps {
  event: Event;
  query: AttendeeQuery;
  count: number;
}

export function ListActions({ event, query, count }: ListActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const [fetching, setFetching] = useState<string | null>(null);
  const filters = filtersOf(query);

  async function download(format: "xlsx" | "csv"): Promise<void> {
    if (fetching !== null) return;
    setFetching(format);
    try {
      await fetchFile("registration/downloadAttendees", {
        eventId: String(event.id),
        format,
        ...asTexts(filters),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: error.msg, color: "error" });
    } finally {
      setFetching(null);
    }
  }

  return (
    <div className={classes.group}>
      {(["xlsx", "csv"] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          disabled={count === 0}
          aria-busy={fetching === format}
          onClick={() => void download(format)}
        >
          {fetching === format ? "One moment…" : `Download .${format}`}
        </Button>
      ))}
      <Button variant="default" disabled={count === 0} onClick={() => setAsking(true)}>
        Mail tickets
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Mail tickets?"
        confirmLabel="Mail the tickets"
        isHarmless
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          const done = await api.post(
            "registration/sendTickets",
            { eventId: event.id, ...filters },
            { suppressFailure: true },
          );
          if (done !== undefined) setAsking(false);
        }}
      >
        <p>
          {isNarrowed(query) ? "Everybody who is found" : "Everybody"} with a confirmed registration gets
          their tickets by mail once more. Nobody is written to twice within an hour, and at most 20 mails go
          out a second.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function asTexts(filters: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
}
