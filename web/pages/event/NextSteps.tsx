import { Link } from "react-router";
import type { Event } from "../../../contract/shapes/event.ts";
import { copyLink } from "../../lib/copyLink.ts";
import { paths } from "../../paths.ts";
import classes from "./NextSteps.module.css";

interface NextStepsProps {
  event: Pick<Event, "id" | "slug">;
  takesMoney: boolean;
  /** Whether a ticket is sold. */
  isTried: boolean;
}

export function NextSteps({ event, takesMoney, isTried }: NextStepsProps) {
  return (
    <section className={classes.steps} aria-labelledby="steps-heading">
      <h2 id="steps-heading">Next steps</h2>
      <ol>
        {takesMoney && (
          <li>
            <strong>See how you get paid</strong>
            <span>Card payments, cash and transfers reach your club in different ways.</span>
            <Link to={paths.eventPage(event.id, "getting-paid")}>How you get paid</Link>
          </li>
        )}
        <li>
          <strong>Share the event</strong>
          <span>Send its link to your members, and put it on your website.</span>
          <button
            type="button"
            className="button buttonQuiet"
            onClick={() => void copyLink(paths.event(event.slug))}
          >
            Copy the event’s link
          </button>
        </li>
        <li>
          <strong>{isTried ? "Try it yourself: done" : "Try it yourself"}</strong>
          <span>
            {takesMoney
              ? "Buy one ticket and look at the mail. Then refund the order and cancel the ticket."
              : "Register yourself and look at the mail. Then delete the registration."}
          </span>
          {!isTried && (
            <Link to={paths.event(event.slug)}>
              {takesMoney ? "Buy a trial ticket" : "Register yourself"}
            </Link>
          )}
        </li>
        <li>
          <strong>Prepare the door</strong>
          <span>Make a link for helpers, who need no account, and practise with it.</span>
          <Link to={paths.eventPage(event.id, "checkin")}>Make a door link</Link>
        </li>
      </ol>
    </section>
  );
}
