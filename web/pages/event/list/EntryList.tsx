import { Children, type ReactNode } from "react";
import classes from "./EntryList.module.css";

export function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {Children.map(children, (entry) => (
        <li>{entry}</li>
      ))}
    </ul>
  );
}
