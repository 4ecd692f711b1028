import { Button } from "@mantine/core";
import type { EventRemoval } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { notify } from "../../../stores/snackbars.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import dialogClasses from "../../../ui/Dialog.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { removalLines } from "./removalWords.ts";

interface RemoveEventProps {
  removal: EventRemoval | null;
  onRemoved: () => void;
  onCancel: () => void;
}

export function RemoveEvent({ removal, onRemoved, onCancel }: RemoveEventProps) {
  if (removal !== null && removal.refusal !== null)
    return (
      <Dialog isOpen title={`${removal.name} cannot be deleted`} onClose={onCancel}>
        <div className={dialogClasses.words}>
          <p>{removal.refusal}</p>
        </div>
        <div className={dialogClasses.actions}>
          <Button variant="default" onClick={onCancel}>
            Back
          </Button>
        </div>
      </Dialog>
    );
  const lines = removal === null ? [] : removalLines(removal.takes);
  return (
    <ConfirmDialog
      isOpen={removal !== null}
      title={`Delete ${removal?.name ?? ""}?`}
      confirmLabel="Delete the event"
      onCancel={onCancel}
      onConfirm={async () => {
        if (removal === null) return;
        const reply = await api.post("event/removeEvent", { eventId: removal.id }, { suppressFailure: true });
        if (reply === undefined) return;
        notify({ text: `${removal.name} is deleted.`, color: "success" });
        onRemoved();
      }}
    >
      {lines.length === 0 ? (
        <p>It has no tickets, no attendees and no orders. This cannot be undone.</p>
      ) : (
        <>
          <p>Also deleted, and cannot be restored:</p>
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
