/** The fields of a long form in groups with titles: below each other, or in two columns where there is room. */
import type { ReactNode } from "react";
import classes from "./FieldGroups.module.css";

export function FieldGroups({ children }: { children: ReactNode }) {
  return <div className={classes.groups}>{children}</div>;
}

interface FieldGroupProps {
  title: string;
  /** A sentence below the title. */
  lead?: string | null;
  children: ReactNode;
}

export function FieldGroup({ title, lead = null, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {lead !== null && <p className={classes.lead}>{lead}</p>}
      {children}
    </fieldset>
  );
}
