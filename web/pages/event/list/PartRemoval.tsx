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
      title={`Delete ${name}?`}
      confirmLabel={`Delete the ${kind}`}
      refusedBecause={refusalText({ kind, sold, held })}
      onConfirm={async () => {
        await remove();
        await onRemoved();
      }}
      onCancel={onClose}
    >
      {sold + held > 0
        ? "It cannot be deleted, because it was sold or is being bought."
        : "It disappears from the event’s page at once. None was sold, so nobody is affected."}
    </ConfirmDialog>
  );
}

function refusalText({ kind, sold, held }: { kind: string; sold: number; held: number }): string | null {
  const alternative =
    "Switch it to inactive instead: it is then no longer sold, and what was sold stays valid.";
  if (sold > 0)
    return `This ${kind} was sold ${sold === 1 ? "once" : `${sold.toLocaleString("en-US")} times`}. ${alternative}`;
  return held > 0 ? `Somebody is buying this ${kind} at this moment. ${alternative}` : null;
}
