/** Asks before what cannot be undone, or reaches many: says what it takes along, and its button names the act. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct } from "../act/useAct.ts";
import classes from "./Dialog.module.css";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps {
  isOpen: boolean;
  /** The question: "Delete Gala Night?" */
  title: string;
  /** The act itself, never "OK": "Delete the event". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Nothing is lost by it: its button is not red. */
  isHarmless?: boolean;
  /** Why it may not be done: the button is then disabled, and this says why. */
  refusedBecause?: string | null;
  /** What it takes along. */
  children: ReactNode;
  /** Does it; what the server refuses is shown in the dialog, which then stays. Call with `suppressFailure`. */
  onConfirm: () => Promise<void> | void;
  onCancel: () => void;
}

export function ConfirmDialog({ isOpen, title, onCancel, ...props }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onCancel}>
      <Question {...props} onCancel={onCancel} />
    </Dialog>
  );
}

function Question(props: Omit<ConfirmDialogProps, "isOpen" | "title">) {
  const {
    confirmLabel,
    cancelLabel = "Cancel",
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
        {/* The harmless answer comes first, for the dialog gives it the focus. */}
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
