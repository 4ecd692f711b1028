import { useEarlyPress } from "../../../lib/earlyPress.ts";
import { Icon } from "../../../ui/icons/icons.tsx";
import classes from "./Stepper.module.css";

interface StepperProps {
  id: string;
  name: string;
  /** The counted thing, for screen readers: "Standard". */
  label: string;
  /** The singular of `label`: "person" for "people". */
  one?: string | undefined;
  min?: number | undefined;
  value: number;
  max: number;
  describedBy: string;
  /** A typed value may be below `min` or above `max`. */
  onChange: (value: number) => void;
}

export function Stepper(stepper: StepperProps) {
  const { id, name, label, one = label, value, min = 0, max, describedBy, onChange } = stepper;
  const earlyPress = useEarlyPress();
  return (
    <div className={classes.stepper}>
      <button
        type="button"
        {...earlyPress}
        aria-label={`One fewer ${one}`}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Icon size={18} strokeWidth={2.4}>
          <path d="M6 12h12" />
        </Icon>
      </button>
      <input
        id={id}
        name={name}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-label={`Number of ${label}`}
        aria-describedby={describedBy}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber || 0)}
      />
      <button
        type="button"
        {...earlyPress}
        aria-label={`One more ${one}`}
        disabled={value >= max}
        aria-describedby={describedBy}
        onClick={() => onChange(value + 1)}
      >
        <Icon size={18} strokeWidth={2.4}>
          <path d="M6 12h12M12 6v12" />
        </Icon>
      </button>
    </div>
  );
}
