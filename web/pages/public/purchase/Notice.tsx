import type { ReactNode } from "react";
import classes from "./Notice.module.css";

interface NoticeProps {
  kind: "info" | "problem" | "warning" | "success";
  title: string;
  children?: ReactNode;
}

export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div
      className={classes.notice}
      data-kind={kind}
      role={kind === "problem" ? "alert" : undefined}
      tabIndex={-1}
    >
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}
