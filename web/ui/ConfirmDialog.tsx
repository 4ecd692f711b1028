import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct } from "../act/useAct.ts";
import classes from "./Dialog.module.css";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps {
  isOpen: boolean;
  /** The question: "Delete Gala Night?" */
  title: string;
  /** The action itself, never "OK": "Delete the event". */
  confirmLabel: string;
  cancelLabel?: string;
  /** The button of the action is not red. */
  isHarmless?: boolean;
  refusedBecause?: string | null;
  /** What the action deletes or affects. */
  children: ReactNode;
  /**
   * The dialog shows a failed call, so the call needs the option `suppressFailure` or `suppressToasts`, or a snackbar
   * would show it too.
   */
  onConfirm: () => Promise<void> | void;
  onCancel: () => void;
}

export function ConfirmDialog({ isOpen, title, onCancel, ...props }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onCancel}>
      <Choice {...props} onCancel={onCancel} />
    </Dialog>
  );
}

function Choice(props: Omit<ConfirmDialogProps, "isOpen" | "title">) {
  const {
    confirmLabel,
    cancelLabel = "Back",
    isHarmless = false,
    refusedBecause = null,
    children,
    onConfirm,
    onCancel,
  } = props;
  const { isBusy, problem, run } = useAct();

  return (
    <>
      <div className={classes.words}>{children}</div>
      {(problem ?? refusedBecause) !== null && (
        <p className={classes.problem} role="alert">
          {problem ?? refusedBecause}
        </p>
      )}
      <div className={classes.actions}>
        {/* The button that changes nothing comes first, because the browser focuses a dialog's first control. */}
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          {...(!isHarmless && { color: "red" })}
          disabled={refusedBecause !== null}
          aria-busy={isBusy}
          onClick={() => void run(onConfirm)}
        >
          {isBusy ? "One moment…" : confirmLabel}
        </Button>
      </div>
    </>
  );
}
