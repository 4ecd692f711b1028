/** Asks before an action that cannot be undone or reaches many, and says what is affected. Its button names the act. */
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
  /** Nothing is lost, so its button is not red. */
  isHarmless?: boolean;
  /** Why the action is not possible. The button is disabled and this text is shown. */
  refusedBecause?: string | null;
  /** The things that are deleted or affected with it. */
  children: ReactNode;
  /** Runs the action. A refusal is shown in the dialog, which stays open. Call with `suppressFailure`. */
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
        {/* The harmless answer comes first, because the dialog focuses its first button. */}
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
