/** Asks before an event is removed: with all that goes along, or with the reason why it may not go. */
import type { EventRemoval } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { notify } from "../../../stores/snackbars.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { removalLines } from "./removalWords.ts";

interface RemoveEventProps {
  /** What the server says of it (event/getRemoval); null while nothing is to be removed. */
  removal: EventRemoval | null;
  onRemoved: () => void;
  onCancel: () => void;
}

export function RemoveEvent({ removal, onRemoved, onCancel }: RemoveEventProps) {
  const lines = removal === null ? [] : removalLines(removal.takes);
  return (
    <ConfirmDialog
      isOpen={removal !== null}
      title={`Delete ${removal?.name ?? ""}?`}
      confirmLabel="Delete the event"
      refusedBecause={removal?.refusal ?? null}
      onCancel={onCancel}
      onConfirm={async () => {
        if (removal === null) return;
        const done = await api.post("event/removeEvent", { eventId: removal.id }, { suppressFailure: true });
        if (done === undefined) return;
        notify({ text: `${removal.name} is deleted.`, color: "success" });
        onRemoved();
      }}
    >
      {lines.length === 0 ? (
        <p>It has no tickets, no attendees and no orders. This cannot be undone.</p>
      ) : (
        <>
          <p>With it go, and cannot be brought back:</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
