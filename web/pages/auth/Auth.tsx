/** /auth: the entrance page for club staff. */
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { paths } from "../../paths.ts";
import { session } from "../../stores/session.ts";
import classes from "./Auth.module.css";

const noSession = () => null;

export function Component() {
  const current = useSyncExternalStore(session.subscribe, session.get, noSession);
  return (
    <section className={`container ${classes.page}`}>
      <p className="eyebrow">For clubs</p>
      <h1>Tickets, guests and the door of your events, in one place</h1>
      <p className={classes.lead}>
        Publish an event in two minutes, sell tickets and extras, and check your guests in at the door.
      </p>
      <div className={classes.ways}>
        {current === null ? (
          <>
            <Link to={paths.signin()} className="button">
              Sign in
            </Link>
            <Link to={paths.register()} className="button buttonQuiet">
              Register your club
            </Link>
          </>
        ) : (
          <>
            <Link to={homeOf(current.currentUser.role)} className="button">
              Go to your dashboard
            </Link>
            <Link to={paths.profile()} className="button buttonQuiet">
              Your profile
            </Link>
          </>
        )}
      </div>
      <p className={classes.lead}>
        Looking for an event? <Link to={paths.home()}>See what is coming</Link>, or{" "}
        <Link to={paths.clubs()}>all clubs</Link>.
      </p>
    </section>
  );
}
