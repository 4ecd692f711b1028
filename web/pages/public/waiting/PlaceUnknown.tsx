import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import classes from "../WaitingList.module.css";

export function PlaceUnknown({ slug }: { slug: string }) {
  return (
    <>
      <h1>This waiting list link was not found</h1>
      <p className={classes.lead}>
        It may be incomplete: open it from the mail again, or copy all of it. To get a new mail, join the list
        again with the same address; you keep your place.
      </p>
      <div className={classes.actions}>
        <Link className="button" to={paths.event(slug)}>
          See the event
        </Link>
      </div>
    </>
  );
}
