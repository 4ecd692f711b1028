/** A form that works without scripts. */
import { Form, Link } from "react-router";
import { type DateFilter, dateFilters, paths } from "../../../paths.ts";
import { SearchIcon } from "../../../ui/icons/icons.tsx";
import classes from "./Filters.module.css";
import type { UpcomingQuery } from "./upcoming.ts";

const dateWords: Record<DateFilter, string> = {
  today: "Today",
  weekend: "This weekend",
  "7days": "Next 7 days",
  "30days": "Next 30 days",
};

export function isFilteredBy({ search, clubId, when }: UpcomingQuery): boolean {
  return search !== "" || clubId !== null || when !== null;
}

export function Filters({ wanted, clubs }: { wanted: UpcomingQuery; clubs: { id: number; name: string }[] }) {
  return (
    // The key resets the fields when the filters in the address change.
    <Form
      method="get"
      action="/"
      role="search"
      className={classes.filters}
      key={`${wanted.search} ${wanted.clubId} ${wanted.when}`}
    >
      <div className={classes.search}>
        <SearchIcon />
        <input
          type="search"
          name="search"
          defaultValue={wanted.search}
          placeholder="Event, place or club"
          aria-label="Search events by name, place or club"
          maxLength={100}
        />
      </div>
      {clubs.length > 1 && (
        <select name="clubId" defaultValue={wanted.clubId ?? ""} aria-label="Club" className={classes.choice}>
          <option value="">All clubs</option>
          {clubs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select name="when" defaultValue={wanted.when ?? ""} aria-label="Date" className={classes.choice}>
        <option value="">Any date</option>
        {dateFilters.map((filter) => (
          <option key={filter} value={filter}>
            {dateWords[filter]}
          </option>
        ))}
      </select>
      <button type="submit" className="button">
        Search
      </button>
      {isFilteredBy(wanted) && (
        <Link to={paths.home()} className={classes.clear}>
          Clear
        </Link>
      )}
    </Form>
  );
}
