/** Search and club, as a form that works without scripts. */
import { Form, Link } from "react-router";
import { paths } from "../../../paths.ts";
import { SearchIcon } from "../../../ui/icons/icons.tsx";
import classes from "./Filters.module.css";
import type { UpcomingQuery } from "./upcoming.ts";

export function Filters({ wanted, clubs }: { wanted: UpcomingQuery; clubs: { id: number; name: string }[] }) {
  return (
    // The key resets the fields when the address changes, for example after going back.
    <Form
      method="get"
      action="/"
      role="search"
      className={classes.filters}
      key={`${wanted.search} ${wanted.clubId}`}
    >
      <div className={classes.search}>
        <SearchIcon />
        <input
          type="search"
          name="search"
          defaultValue={wanted.search}
          placeholder="Event, place or club"
          aria-label="Search events"
          maxLength={100}
        />
      </div>
      {clubs.length > 1 && (
        <select name="clubId" defaultValue={wanted.clubId ?? ""} aria-label="Club" className={classes.club}>
          <option value="">All clubs</option>
          {clubs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <button type="submit" className="button">
        Search
      </button>
      {(wanted.search !== "" || wanted.clubId !== null) && (
        <Link to={paths.home()} className={classes.clear}>
          Clear
        </Link>
      )}
    </Form>
  );
}
