/** The steps of a purchase, with the current one. */
import classes from "./Steps.module.css";

const steps = ["Tickets", "Your details", "Payment"] as const;

/** The name of a step. */
export type StepName = (typeof steps)[number];

export function Steps({ current, isFree }: { current: StepName; isFree: boolean }) {
  const at = steps.indexOf(current);
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            data-state={index < at ? "done" : index === at ? "current" : "ahead"}
            aria-current={index === at ? "step" : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {index < at ? "✓" : index + 1}
            </span>
            {step === "Payment" && isFree ? "Confirm" : step}
            {index < at && <span className="visuallyHidden"> (done)</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
