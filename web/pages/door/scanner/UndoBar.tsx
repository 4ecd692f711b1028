import { type CSSProperties, useEffect } from "react";
import { DoorSign } from "../DoorSign.tsx";
import classes from "./UndoBar.module.css";

interface UndoBarProps {
  /** The key of the act. Of a sale it is `at`. */
  actKey: number;
  words: string;
  /** When it happened, in milliseconds. */
  at: number;
  lastsMs: number;
  isBusy?: boolean;
  onUndo: () => void;
  onOver: () => void;
}

/** For acts other than sales. */
export const offeredForMs = 8_000;

export function UndoBar({ actKey, words, at, lastsMs, isBusy = false, onUndo, onOver }: UndoBarProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time counts from the act, however often this renders.
  useEffect(() => {
    const timer = setTimeout(onOver, Math.max(0, at + lastsMs - Date.now()));
    return () => clearTimeout(timer);
  }, [actKey]);
  const passedMs = Math.min(Math.max(0, Date.now() - at), lastsMs);
  return (
    <div className={classes.bar}>
      <span className={classes.words}>{words}</span>
      <button type="button" className={classes.undo} aria-busy={isBusy} onClick={onUndo}>
        <DoorSign name="undo" />
        {isBusy ? "Undoing…" : "Undo"}
      </button>
      <span
        key={actKey}
        className={classes.time}
        aria-hidden="true"
        style={{ "--lasts": `${lastsMs}ms`, "--passed": `${-passedMs}ms` } as CSSProperties}
      />
    </div>
  );
}
