/** A label for a state. The state is in the word, not only in the colour. */
import classes from "./Badge.module.css";

export type BadgeTone = "good" | "warn" | "bad" | "plain";

export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
