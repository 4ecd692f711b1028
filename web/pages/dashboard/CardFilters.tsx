import { Form, Link } from "react-router";
import { paths } from "../../paths.ts";
import { SearchIcon } from "../../ui/icons/icons.tsx";
import classes from "./AdminDashboard.module.css";
import { cardsQuery, type DashboardQuery } from "./cardsWanted.ts";

export function CardFilters({ query }: { query: DashboardQuery }) {
  const { search, when } = query;
  const pathOf = (choice: DashboardQuery["when"]) =>
    paths.adminDashboard() + cardsQuery({ search, when: choice, page: 1 });
  return (
    <div className={classes.filters}>
      <nav aria-label="Upcoming or past" className={classes.when}>
        <Link to={pathOf("coming")} aria-current={when === "coming" ? "page" : undefined}>
          Upcoming
        </Link>
        <Link to={pathOf("past")} aria-current={when === "past" ? "page" : undefined}>
          Past
        </Link>
      </nav>
      {/* The key resets the field when the address changes, for example after going back. */}
      <Form method="get" role="search" className={classes.search} key={`${search} ${when}`}>
        {when === "past" && <input type="hidden" name="when" value="past" />}
        <SearchIcon />
        <input
          type="search"
          name="search"
          defaultValue={search}
          placeholder="Event or place"
          aria-label="Search your events"
          maxLength={200}
        />
        <button type="submit" className="button buttonQuiet">
          Search
        </button>
      </Form>
    </div>
  );
}
