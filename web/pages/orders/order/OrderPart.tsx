import { type ReactNode, useId } from "react";
import classes from "./OrderPart.module.css";

export function OrderPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
