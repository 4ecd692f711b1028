/** For pages that were opened without an event. */
import "../pageHead.css";
import { Link } from "react-router";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { PageMeta } from "../PageMeta.tsx";
import classes from "./ChooseEvent.module.css";

/** Only the used fields, because the page contains all data of its loader. */
export interface ChoosableEvent {
  slug: string;
  name: string;
  location: string;
  clubName: string;
  when: string;
}

export function choosableEvents(events: readonly Event[]): ChoosableEvent[] {
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
  title: string;
  description: string;
  heading: string;
  lead: string;
  events: readonly ChoosableEvent[];
  /** Without a slug, the path of this page. */
  pathOf: (slug?: string) => string;
}

export function ChooseEvent({ title, description, heading, lead, events, pathOf }: ChooseEventProps) {
  return (
    <section className={`container ${classes.page}`}>
      <PageMeta title={title} description={description} path={pathOf()} />
      <h1>{heading}</h1>
      {events.length === 0 ? (
        <EmptyState
          title="No upcoming events at the moment"
          action={
            <Link className="button buttonQuiet" to={paths.home()}>
              Go to the home page
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
                  <Link to={pathOf(slug)}>{name}</Link>
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
