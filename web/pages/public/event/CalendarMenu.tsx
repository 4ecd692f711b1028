import type { ReactNode } from "react";
import { CalendarIcon } from "../../../ui/icons/icons.tsx";
import classes from "./CalendarMenu.module.css";

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
