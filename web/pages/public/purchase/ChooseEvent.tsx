/** Of which event? For pages that are about one and were opened without it. */
import "../pageHead.css";
import { Link } from "react-router";
import { formatEventTime } from "../../../../contract/rules/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import classes from "./ChooseEvent.module.css";

/** What is shown of an event to choose; a page carries its data along. */
export interface Choosable {
  slug: string;
  name: string;
  location: string;
  clubName: string;
  when: string;
}

/** What a chooser shows of active events, soonest first. */
export function choosable(events: readonly Event[]): Choosable[] {
  return events
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map((event) => ({
      slug: event.slug,
      name: event.name,
      location: event.location,
      clubName: event.club.name,
      when: formatEventTime(timeOf(event)).text,
    }));
}

interface ChooseEventProps {
  heading: string;
  /** One sentence. */
  lead: string;
  events: readonly Choosable[];
  /** Where an event leads. */
  to: (slug: string) => string;
}

export function ChooseEvent({ heading, lead, events, to }: ChooseEventProps) {
  return (
    <section className={`container ${classes.page}`}>
      <h1>{heading}</h1>
      {events.length === 0 ? (
        <EmptyState
          title="No upcoming events at the moment"
          action={
            <Link className="button buttonQuiet" to={paths.home()}>
              Go to the start
            </Link>
          }
        />
      ) : (
        <>
          <p className={classes.lead}>{lead}</p>
          <ul className={classes.list}>
            {events.map(({ slug, name, location, clubName, when }) => (
              <li key={slug}>
                <h2>
                  <Link to={to(slug)}>{name}</Link>
                </h2>
                <p>{[when, location].filter((words) => words !== "").join(" · ")}</p>
                <p>{clubName}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
