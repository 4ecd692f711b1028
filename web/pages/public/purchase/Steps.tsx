/** The steps of a purchase, with the current one. */
import classes from "./Steps.module.css";

const steps = ["Tickets", "Your details", "Payment"] as const;

/** The name of a step. */
export type StepName = (typeof steps)[number];

export function Steps({ current, isFree }: { current: StepName; isFree: boolean }) {
  const currentIndex = steps.indexOf(current);
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            data-state={index < currentIndex ? "done" : index === currentIndex ? "current" : "ahead"}
            aria-current={index === currentIndex ? "step" : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {index < currentIndex ? "✓" : index + 1}
            </span>
            {step === "Payment" && isFree ? "Confirm" : step}
            {index < currentIndex && <span className="visuallyHidden"> (done)</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
