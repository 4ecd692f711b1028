/** Asks before a ticket, an extra or a package is deleted, and says why a sold one cannot be deleted. */

import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import type { RemovalProps } from "./useListPanel.tsx";

interface PartRemovalProps extends RemovalProps {
  /** "ticket" */
  kind: string;
  name: string;
  sold: number;
  held: number;
  remove: () => Promise<unknown>;
}

export function PartRemoval({ kind, name, sold, held, remove, onRemoved, onClose }: PartRemovalProps) {
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${name}?`}
      confirmLabel={`Remove the ${kind}`}
      refusedBecause={whyKept({ kind, sold, held })}
      onConfirm={async () => {
        await remove();
        await onRemoved();
      }}
      onCancel={onClose}
    >
      {sold + held > 0
        ? "It stays, because somebody has it."
        : "It goes from the event’s page at once. None was sold, so nobody loses anything."}
    </ConfirmDialog>
  );
}

function whyKept({ kind, sold, held }: { kind: string; sold: number; held: number }): string | null {
  const instead = "Switch it to inactive instead: it is then no longer sold, and what was sold stays valid.";
  if (sold > 0) return `This ${kind} was sold ${sold === 1 ? "once" : `${sold} times`}. ${instead}`;
  return held > 0 ? `Somebody is buying this ${kind} at this moment. ${instead}` : null;
}
