/** Entries (Entry.tsx) below each other, in an order that is not the user's. */
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
