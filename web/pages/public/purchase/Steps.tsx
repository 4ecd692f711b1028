import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import classes from "./Steps.module.css";

const steps = ["Tickets", "Your details", "Payment"] as const;

export type StepName = (typeof steps)[number];

const pageOf = { Tickets: paths.tickets, "Your details": paths.attendeeForm } as const;

export function Steps({ slug, current, isFree }: { slug: string; current: StepName; isFree: boolean }) {
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
            {index < currentIndex && step !== "Payment" ? (
              <Link to={pageOf[step](slug)}>
                <span className={classes.mark} aria-hidden="true">
                  ✓
                </span>
                {step}
                <span className="visuallyHidden"> (done)</span>
              </Link>
            ) : (
              <>
                <span className={classes.mark} aria-hidden="true">
                  {index + 1}
                </span>
                {step === "Payment" && isFree ? "Confirm" : step}
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
