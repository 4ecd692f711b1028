/** An event's state as a badge, told apart by its word and not by its colour alone. */
import { type EventState, stateWords } from "./eventState.ts";
import classes from "./StateBadge.module.css";

export function StateBadge({ state }: { state: EventState }) {
  return (
    <span className={classes.badge} data-state={state}>
      {stateWords[state]}
    </span>
  );
}
