/** A button that opens a list of calendar programs. It works without scripts. */
import type { ReactNode } from "react";
import { CalendarIcon } from "../../../ui/icons/icons.tsx";
import classes from "./CalendarMenu.module.css";

/** The children are the items of its list. */
export function CalendarMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={classes.menu}>
      <summary className="button buttonQuiet">
        <CalendarIcon />
        {label}
      </summary>
      <ul>{children}</ul>
    </details>
  );
}
