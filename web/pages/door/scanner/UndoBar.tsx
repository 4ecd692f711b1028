/** Offers to undo the last act for eight seconds. Later the act can be undone in the list of acts. */
import { useEffect } from "react";
import type { RecentAct } from "../../../door/device.ts";
import { DoorSign } from "../DoorSign.tsx";
import classes from "./UndoBar.module.css";

interface UndoBarProps {
  act: RecentAct;
  onUndo: () => void;
  onOver: () => void;
}

const offeredForMs = 8_000;

export function UndoBar({ act, onUndo, onOver }: UndoBarProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time counts from the act, however often this renders.
  useEffect(() => {
    const timer = setTimeout(onOver, Math.max(0, act.at + offeredForMs - Date.now()));
    return () => clearTimeout(timer);
  }, [act.key]);
  return (
    <div className={classes.bar}>
      <span className={classes.words}>
        {act.words} {act.what === "in" ? "let in" : "handed over"}
      </span>
      <button type="button" className={classes.undo} onClick={onUndo}>
        <DoorSign name="undo" />
        Undo
      </button>
      <span className={classes.time} aria-hidden="true" />
    </div>
  );
}
