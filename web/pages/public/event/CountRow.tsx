import { Stepper } from "../purchase/Stepper.tsx";
import classes from "./CountRow.module.css";

interface CountRowProps {
  name: string;
  title: string;
  description?: string;
  /** "people" and "person", for the labels of the stepper. */
  label: string;
  one?: string;
  min?: number;
  max: number;
  value: number;
  /** Why no more can be chosen. */
  note: string | null;
  onChange: (value: number) => void;
}

export function CountRow({ title, description = "", note, ...stepper }: CountRowProps) {
  const wordsId = `${stepper.name}-words`;
  return (
    <div className={classes.row}>
      <div>
        <strong>{title}</strong>
        {description !== "" && <p className={classes.note}>{description}</p>}
      </div>
      <Stepper id={stepper.name} describedBy={wordsId} {...stepper} />
      <p id={wordsId} role="status" className={classes.note}>
        {note}
      </p>
    </div>
  );
}
