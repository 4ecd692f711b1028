/** Asks before an action, and says what it affects. */
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
  /** Why the action is not possible. The button is disabled and this text is shown. */
  refusedBecause?: string | null;
  /** What the action deletes or affects. */
  children: ReactNode;
  /**
   * Runs the action. A failed call is shown in the dialog, so it must have the option `suppressFailure` or
   * `suppressToasts`: otherwise a snackbar would show the failure too.
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
