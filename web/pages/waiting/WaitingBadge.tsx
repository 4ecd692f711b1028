import { type EventClocks, formatMoment } from "../../../contract/rules/time/eventTime.ts";
import type { WaitingEntry } from "../../../contract/shapes/waitingList.ts";
import { Badge } from "../../ui/Badge.tsx";
import classes from "./WaitingLists.module.css";
import { waitingStateWords } from "./waitingQuery.ts";

export function WaitingBadge({ entry, clocks }: { entry: WaitingEntry; clocks: EventClocks }) {
  const { words, tone } = waitingStateWords[entry.state];
  return (
    <span className={classes.state}>
      <Badge tone={tone}>{words}</Badge>
      {entry.state === "offered" && entry.offeredUntil !== null && (
        <span>until {formatMoment(entry.offeredUntil, clocks).text}</span>
      )}
    </span>
  );
}
