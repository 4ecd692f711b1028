import { useEffect, useState } from "react";
import type { DoorState } from "../../../door/device.ts";
import { DoorSign } from "../DoorSign.tsx";
import { statusWords } from "../statusWords.ts";
import classes from "./DoorStatus.module.css";

export function DoorStatus({ state, onSync }: { state: DoorState; onSync: () => void }) {
  const { tone, sign, words, announcement } = statusWords(state, useNow());
  const { kept, total, isWhole } = state.copy;
  return (
    <header className={classes.status} data-tone={tone}>
      <button type="button" className={classes.line} onClick={onSync}>
        <DoorSign name={sign} className={classes.sign} />
        <span>{words}</span>
        <span className="visuallyHidden">. Press to ask the server now.</span>
      </button>
      <p className="visuallyHidden" role="status">
        {announcement}
      </p>
      {!isWhole && total > 0 && state.problem === null && (
        <progress className={classes.progress} value={kept} max={total} aria-label="Names on this device" />
      )}
    </header>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  // Something that happened after the last tick must not seem to be in the future.
  return Math.max(now, Date.now());
}
