/** Which event to support, where the address names none. */
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { useOrigin } from "../../../shell/origin.ts";
import { Meta } from "../../../ui/Meta.tsx";
import classes from "./ChooseEvent.module.css";
import type { Choosable } from "./load.ts";

export function ChooseEvent({ events }: { events: readonly Choosable[] }) {
  return (
    <section className={`container ${classes.page}`}>
      <Meta
        title="Support an event"
        description="Sponsor an event of a club, or give what you like."
        url={useOrigin() + paths.pricing()}
      />
      <h1>Support an event</h1>
      {events.length === 0 ? (
        <p className={classes.words}>
          There is no event to support at the moment. Come back when a club has announced its next one.
        </p>
      ) : (
        <>
          <p className={classes.words}>Which one would you like to help along?</p>
          <ul className={classes.list} aria-label="Events">
            {events.map(({ slug, name, clubName, when }) => (
              <li key={slug}>
                <Link to={paths.pricing(slug)}>{name}</Link>
                <span>
                  {when} · {clubName}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
