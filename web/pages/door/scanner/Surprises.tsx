import { useEffect } from "react";
import type { DoorState, ScanCorrection } from "../../../door/device.ts";
import { DoorSign } from "../DoorSign.tsx";
import { focusQuietly } from "../focusQuietly.ts";
import { signal } from "../signals.ts";
import classes from "./Surprises.module.css";
import { clockText, correctionTitle, verdictWords } from "./verdict/verdictWords.ts";

interface SurprisesProps {
  state: DoorState;
  onDismiss: (surprise: ScanCorrection) => void;
}

export function Corrections({ state: { surprises, door }, onDismiss }: SurprisesProps) {
  const [first, ...more] = surprises;
  const scanId = first?.answer.scanId;
  useEffect(() => {
    if (scanId !== undefined) signal("surprise");
  }, [scanId]);
  if (first === undefined || door === null) return null;
  const { answer, name, items, at } = first;
  const { sign, detail } = verdictWords({ ...answer, isNew: false }, door);
  return (
    <section
      className={classes.surprise}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="surprise-title"
      aria-describedby="surprise-words"
    >
      <div className={classes.content}>
        <DoorSign name={sign} className={classes.sign} />
        <h2 id="surprise-title">{correctionTitle(answer, { name, items }, door)}</h2>
        <div id="surprise-words">
          {detail !== null && <p className={classes.detail}>{detail}</p>}
          <p>
            The server corrects what this device showed at {clockText(at, door.event)}
            {answer.conflict ? ", while it was offline. Staff see both results." : "."}
          </p>
        </div>
      </div>
      <button ref={focusQuietly} type="button" className={classes.seen} onClick={() => onDismiss(first)}>
        {more.length === 0 ? "Seen" : `Seen, ${more.length} more`}
      </button>
    </section>
  );
}
