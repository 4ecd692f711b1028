import type { ReactNode } from "react";
import { type EventClocks, formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { ReportedScan } from "../../../../contract/shapes/door/doorStory.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import classes from "./ScanLog.module.css";
import { scanWords, whereWords } from "./scanWords.ts";

interface ScanLogProps {
  scans: readonly ReportedScan[];
  clocks: EventClocks;
  /** The pagination. */
  children: ReactNode;
}

export function ScanLog({ scans, clocks, children }: ScanLogProps) {
  return (
    <section aria-labelledby="scans-heading">
      <h2 id="scans-heading" className={classes.heading}>
        Scans
      </h2>
      {scans.length === 0 ? (
        <EmptyState title="Nothing was scanned yet">
          What happens at the doors is listed here: who, when, where and by whom.
        </EmptyState>
      ) : (
        <ol className={classes.scans}>
          {scans.map((scan) => {
            const { words, tone } = scanWords(scan);
            return (
              <li key={scan.scanId}>
                <span className={classes.who}>
                  <strong>{scan.name === "" ? "Unknown" : scan.name}</strong>
                  <span>{whereWords(scan)}</span>
                </span>
                <span className={classes.what}>
                  <Badge tone={tone}>{words}</Badge>
                  {scan.isUndone && <Badge>Undone</Badge>}
                </span>
                <time dateTime={scan.receivedAt}>{formatMoment(scan.receivedAt, clocks).text}</time>
              </li>
            );
          })}
        </ol>
      )}
      {children}
    </section>
  );
}
