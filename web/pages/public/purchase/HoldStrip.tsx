/** The countdown of a hold, on every page from the choice to the payment. */
import { useState, useSyncExternalStore } from "react";
import { browserClocks } from "../../../sale/browser.ts";
import { announcementOf, type HoldDeadline, minutesAndSeconds, phaseOf } from "../../../sale/holdClock.ts";
import { browserTicking, createHoldTimer } from "../../../sale/holdTimer.ts";
import classes from "./HoldStrip.module.css";

interface HoldStripProps {
  hold: HoldDeadline;
  /** The held things, like "your tickets are". */
  kept: string;
  onEnded: () => void;
}

/** Another hold gets a new strip. */
export function HoldStrip(strip: HoldStripProps) {
  return <RunningStrip key={strip.hold.expiresAt} {...strip} />;
}

function RunningStrip({ hold, kept, onEnded }: HoldStripProps) {
  const [timer] = useState(() =>
    createHoldTimer(hold, { clocks: browserClocks, ...browserTicking }, onEnded),
  );
  const seconds = useSyncExternalStore(timer.subscribe, timer.seconds, timer.seconds);
  const phase = phaseOf(seconds * 1000);
  return (
    <div className={classes.strip} data-phase={phase}>
      <div className={`container ${classes.row}`}>
        <svg
          width="18"
          height="18"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <circle cx="12" cy="13" r="8" />
          <path d="M12 9v4l2.5 2M9.5 2.5h5" strokeLinecap="round" />
        </svg>
        {phase === "ended" ? (
          <p>Asking whether {kept} still held…</p>
        ) : (
          <p>
            {phase === "running" ? `${asSentence(kept)} held for ` : "Please finish soon: held for "}
            <span className={classes.time} role="timer" aria-live="off">
              {minutesAndSeconds(seconds * 1000)}
            </span>
          </p>
        )}
      </div>
      <p className="visuallyHidden" role="status">
        {announcementOf(phase, kept)}
      </p>
    </div>
  );
}

function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
