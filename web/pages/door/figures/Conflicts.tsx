import type { DoorConflict } from "../../../../contract/shapes/door/doorStory.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { timeText } from "../../../words/attendeeWords.ts";
import { DoorSign } from "../DoorSign.tsx";
import classes from "./Conflicts.module.css";
import { conflictWords, scanWords, whereWords } from "./scanWords.ts";

export function Conflicts({ conflicts, event }: { conflicts: readonly DoorConflict[]; event: Event }) {
  const time = (instant: string | null) => timeText(instant, event);
  return (
    <section className={classes.conflicts} aria-labelledby="conflicts-heading">
      <h2 id="conflicts-heading">
        <DoorSign name="hand" /> To check ({conflicts.length.toLocaleString("en-US")})
      </h2>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict.attendeeId ?? `extras ${conflict.purchaseId}`}>
            <h3>
              {conflict.name} <span>{conflict.ticketTitle}</span>
            </h3>
            <p>
              <strong>{conflictWords(conflict).reason}.</strong> {conflictWords(conflict).advice}
            </p>
            <ol>
              {conflict.scans.map((scan) => (
                <li key={scan.scanId}>
                  <span className={classes.where}>{whereWords(scan)}</span>
                  <span>
                    {scanWords(scan).words}
                    {scan.isUndone && ", undone"}
                  </span>
                  <span>Device's clock: {time(scan.claimedAt)}</span>
                  <span>Received: {time(scan.receivedAt)}</span>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  );
}
