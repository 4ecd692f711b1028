/** A sheet that covers the camera but not the status line. */
import { type ReactNode, useEffect, useId } from "react";
import { DoorSign } from "./DoorSign.tsx";
import classes from "./Sheet.module.css";

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, onClose, children }: SheetProps) {
  const titleId = useId();

  // On the document, because the status line outside the sheet can have the focus.
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);

  return (
    <section ref={focusFirst} className={classes.sheet} role="dialog" aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
          <DoorSign name="close" />
        </button>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

function focusFirst(sheet: HTMLElement | null): void {
  const first = sheet?.querySelector<HTMLElement>("[data-first]") ?? sheet?.querySelector("button");
  first?.focus({ preventScroll: true });
}
