import { DoorSign } from "../DoorSign.tsx";
import classes from "./DoorStatus.module.css";

export function PracticeBar({ onEnd }: { onEnd: () => void }) {
  return (
    <header className={classes.status} data-tone="practice">
      <div className={classes.practice}>
        <p role="status">
          <DoorSign name="hand" className={classes.sign} />
          <strong>Practice: nobody is counted</strong>
        </p>
        <button type="button" onClick={onEnd}>
          End practice
        </button>
      </div>
    </header>
  );
}
