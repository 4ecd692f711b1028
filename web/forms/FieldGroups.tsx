import type { ReactNode } from "react";
import classes from "./FieldGroups.module.css";

export function FieldGroups({ children }: { children: ReactNode }) {
  return <div className={classes.groups}>{children}</div>;
}

interface FieldGroupProps {
  title: string;
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
