import { useState } from "react";
import { useNavigate } from "react-router";
import type { Event, EventRemoval } from "../../../../contract/shapes/event.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";
import { CancelEvent, type CancellableEvent, cancellableEvent } from "./CancelEvent.tsx";
import classes from "./EndOfEvent.module.css";
import { RemoveEvent } from "./RemoveEvent.tsx";

interface EndOfEventProps {
  event: Pick<Event, "id" | "name" | "startDatetime" | "timeZone" | "config" | "cancelledAt">;
  onCancelled: () => void;
}

export function EndOfEvent({ event, onCancelled }: EndOfEventProps) {
  const [eventToCancel, setEventToCancel] = useState<CancellableEvent | null>(null);
  const [removal, setRemoval] = useState<EventRemoval | null>(null);
  const navigate = useNavigate();
  return (
    <section className={classes.end} aria-labelledby="end-heading">
      <h2 id="end-heading">{event.cancelledAt === null ? "Cancel or delete" : "Delete"}</h2>
      {event.cancelledAt === null && (
        <div>
          <p>Everybody who registered gets a mail, and you can refund all payments.</p>
          <OpenDialogButton
            label="Cancel event"
            open={async () => setEventToCancel(await cancellableEvent(event))}
          />
        </div>
      )}
      <div>
        <p>The event is deleted with everything in it. Nobody gets a mail.</p>
        <OpenDialogButton
          label="Delete event"
          open={async () => setRemoval((await api.get("event/getRemoval", { eventId: event.id })) ?? null)}
        />
      </div>
      <CancelEvent
        eventToCancel={eventToCancel}
        onKept={() => setEventToCancel(null)}
        onCancelled={() => {
          setEventToCancel(null);
          onCancelled();
        }}
      />
      <RemoveEvent
        removal={removal}
        onCancel={() => setRemoval(null)}
        onRemoved={() => void navigate(paths.adminDashboard())}
      />
    </section>
  );
}

/** `open` loads the dialog's data. The API client shows a failure. */
function OpenDialogButton({ label, open }: { label: string; open: () => Promise<void> }) {
  const { isBusy, run } = useAct();
  return (
    <button type="button" className="button buttonQuiet" aria-busy={isBusy} onClick={() => void run(open)}>
      {label}
    </button>
  );
}
