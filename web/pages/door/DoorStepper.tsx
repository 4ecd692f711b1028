import classes from "./DoorStepper.module.css";

interface DoorStepperProps {
  name: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

export function DoorStepper({ name, value, max, onChange }: DoorStepperProps) {
  return (
    <span className={classes.steps}>
      <Step label={`One ${name} less`} sign="−" isEnd={value <= 0} onStep={() => onChange(value - 1)} />
      <output aria-label={`Number of ${name}`}>{value}</output>
      <Step label={`One ${name} more`} sign="+" isEnd={value >= max} onStep={() => onChange(value + 1)} />
    </span>
  );
}

/** At the end of the range the button is not `disabled`, so that it keeps the focus. */
function Step({
  label,
  sign,
  isEnd,
  onStep,
}: {
  label: string;
  sign: string;
  isEnd: boolean;
  onStep: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => {
        if (!isEnd) onStep();
      }}
    >
      {sign}
    </button>
  );
}
