import type { LiveState } from "../lib/followStream.ts";
import classes from "./LiveBadge.module.css";

export function LiveBadge({ state }: { state: LiveState }) {
  return (
    <p className={classes.state} data-state={state} role="status">
      {stateWords[state]}
    </p>
  );
}

const stateWords: Record<LiveState, string> = {
  live: "Live",
  waiting: "Connecting…",
  off: "Not live: load the page again for newer figures",
};
