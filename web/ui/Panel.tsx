/** A panel that asks before it closes with unsaved changes. */
import type { ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";
import { LeavingPart, useLeavingPart } from "./leaving.tsx";

interface PanelProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Panel({ isOpen, title, onClose, children }: PanelProps) {
  const { part, mayClose } = useLeavingPart();
  async function close(): Promise<void> {
    if (await mayClose()) onClose();
  }
  return (
    <Dialog isOpen={isOpen} title={title} kind="panel" onClose={() => void close()}>
      <LeavingPart value={part}>{children}</LeavingPart>
    </Dialog>
  );
}
