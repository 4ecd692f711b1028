/** The latest scans of an attendee, also refused and undone ones. */
import { useEffect, useState } from "react";
import type { ReportedScan } from "../../../contract/shapes/door/doorStory.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { api } from "../../api/browser.ts";
import { timeText } from "../../words/attendeeWords.ts";
import { scanWords, whereWords } from "../door/figures/scanWords.ts";
import classes from "./CheckinHistory.module.css";

const maxShown = 20;

export function CheckinHistory({ event, attendee }: { event: Event; attendee: ListedAttendee }) {
  const [scans, setScans] = useState<readonly ReportedScan[]>([]);
  const { attendeeId, checkinTime } = attendee;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a check-in here changes `checkinTime` and adds a scan.
  useEffect(() => {
    const abort = new AbortController();
    const query = { eventId: event.id, attendeeId, itemsPerPage: maxShown };
    api.get("door/getScans", query, { signal: abort.signal, suppressToasts: true }).then(
      (page) => setScans([...(page?.items ?? [])].reverse()),
      // AttendeeDetails.tsx still shows the time of the check-in.
      () => setScans([]),
    );
    return () => abort.abort();
  }, [event.id, attendeeId, checkinTime]);
  if (scans.length === 0) return null;
  return (
    <ol className={classes.story} aria-label="At the door">
      {scans.map((scan) => (
        <li key={scan.scanId}>
          {timeText(scan.receivedAt, event)}: {scanWords(scan).words} ({whereWords(scan)})
          {scan.isUndone && ", undone"}
        </li>
      ))}
    </ol>
  );
}
