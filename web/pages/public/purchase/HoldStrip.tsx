import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useAct } from "../../../act/useAct.ts";
import { browserClocks } from "../../../sale/browser.ts";
import type { HoldExtension } from "../../../sale/extendHold.ts";
import {
  announcementOf,
  clockTime,
  countdownText,
  type HoldDeadline,
  phaseOf,
} from "../../../sale/holdClock.ts";
import { browserTicking, createHoldTimer } from "../../../sale/holdTimer.ts";
import { Icon } from "../../../ui/icons/icons.tsx";
import classes from "./HoldStrip.module.css";

export interface HoldStripProps {
  hold: HoldDeadline;
  /** The beginning of "… held for", such as "your tickets are". */
  heldWords: string;
  extension?: HoldExtension | null;
  onEnded: () => void;
}

/** An extended hold starts a new countdown (`key`). */
export function HoldStrip({ extension = null, ...strip }: HoldStripProps) {
  const { hold, heldWords } = strip;
  const { isBusy, problem, keys, run } = useAct();
  const [wasExtended, setExtended] = useState(false);
  async function extend() {
    if (extension === null) return;
    const isDone = await run(async () => {
      await extension.extend(keys);
      return true;
    });
    if (isDone) setExtended(true);
  }
  return (
    <>
      <RunningStrip
        key={hold.expiresAt}
        {...strip}
        takesFocus={wasExtended}
        problem={problem}
        more={
          extension && (
            <button
              type="button"
              className={`button buttonQuiet ${classes.more}`}
              aria-disabled={isBusy || undefined}
              onClick={() => void extend()}
            >
              {isBusy ? "One moment…" : `Add ${minutesWords(extension.minutes)}`}
            </button>
          )
        }
      />
      <p className="visuallyHidden" role="status">
        {wasExtended && `${asSentence(heldWords)} held until ${clockTime(hold)}.`}
      </p>
    </>
  );
}

interface RunningStripProps extends Omit<HoldStripProps, "extension"> {
  /** The button for more time. */
  more: ReactNode;
  problem: string | null;
  /** The pressed button is gone, so the text takes the focus. */
  takesFocus: boolean;
}

function RunningStrip({ hold, heldWords, onEnded, more, problem, takesFocus }: RunningStripProps) {
  const [timer] = useState(() =>
    createHoldTimer(hold, { clocks: browserClocks, ...browserTicking }, onEnded),
  );
  const seconds = useSyncExternalStore(timer.subscribe, timer.seconds, timer.seconds);
  const phase = phaseOf(seconds * 1000);
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) words.current?.focus();
  }, [takesFocus]);
  return (
    <div className={classes.strip} data-phase={phase}>
      <div className={`container ${classes.row}`}>
        <Icon size={18} strokeWidth={2}>
          <circle cx="12" cy="13" r="8" />
          <path d="M12 9v4l2.5 2M9.5 2.5h5" />
        </Icon>
        {phase === "ended" ? (
          <p>Checking whether {heldWords} still held…</p>
        ) : (
          <p ref={words} tabIndex={-1}>
            {phase === "running" ? `${asSentence(heldWords)} held for ` : "Please finish soon: held for "}
            <span className={classes.time} role="timer" aria-live="off">
              {countdownText(seconds * 1000)}
            </span>
          </p>
        )}
        {(phase === "endingSoon" || phase === "lastCall") && more}
        {problem !== null && phase !== "ended" && <p role="alert">{problem}</p>}
      </div>
      <p className="visuallyHidden" role="status">
        {announcementOf(phase, heldWords)}
      </p>
    </div>
  );
}

function minutesWords(minutes: number): string {
  return minutes === 1 ? "1 more minute" : `${minutes} more minutes`;
}

function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
