/**
 * The browser's own dialog, because it handles the focus and needs no style element. `panel` is at the end side of the
 * screen, `drawer` at the start side.
 */

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import classes from "./Dialog.module.css";
import { Icon } from "./icons/icons.tsx";

interface DialogProps {
  isOpen: boolean;
  title: string;
  kind?: "dialog" | "panel" | "drawer";
  /** The user wants to close. The dialog stays until isOpen is false. */
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ isOpen, ...props }: DialogProps) {
  return isOpen && <OpenDialog {...props} />;
}

function OpenDialog({ title, kind = "dialog", onClose, children }: Omit<DialogProps, "isOpen">) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isUnmounted = useRef(false);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  // This cleanup runs while the dialog is still in the page. Later, closing would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      element?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape, which does the same (onCancel).
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-kind={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A cancelled file chooser fires the same event, and it bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // A press on the content has a child as its target.
        if (kind === "drawer" && event.target === dialog.current) onClose();
      }}
      onClose={(event) => {
        // A browser may close it at the second Escape even if the first was prevented. Open it again and ask.
        if (isUnmounted.current || event.target !== dialog.current) return;
        dialog.current.showModal();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        {kind !== "dialog" && (
          <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
            <Icon size={20} strokeWidth={2}>
              <path d="m5 5 14 14M19 5 5 19" />
            </Icon>
          </button>
        )}
      </div>
      <div className={classes.body}>{children}</div>
    </dialog>
  );
}
