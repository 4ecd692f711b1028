/** Where an entry stands, and of an offer until when. */
import type { WaitingEntry } from "../../../contract/waitingList.ts";
import { Badge } from "../../ui/Badge.tsx";
import { timeText } from "../people/attendeeWords.ts";
import classes from "./WaitingLists.module.css";
import { stateWords } from "./waitingQuery.ts";

export function WaitingBadge({ entry, timeZone }: { entry: WaitingEntry; timeZone: string }) {
  const { words, tone } = stateWords[entry.state];
  return (
    <span className={classes.state}>
      <Badge tone={tone}>{words}</Badge>
      {entry.state === "offered" && entry.offeredUntil !== null && (
        <span>until {timeText(entry.offeredUntil, timeZone)}</span>
      )}
    </span>
  );
}
