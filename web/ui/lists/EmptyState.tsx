import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** A link or a button. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {children !== undefined && <p className={classes.words}>{children}</p>}
      {action}
    </div>
  );
}
