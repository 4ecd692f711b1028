/** A word on a state: "Published", "On sale", "This device". Its word tells it, never its colour alone. */
import classes from "./Badge.module.css";

/** What the state means to who reads it. */
export type BadgeTone = "good" | "warn" | "bad" | "plain";

export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
