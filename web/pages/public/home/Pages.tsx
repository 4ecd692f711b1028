/** The pagination of a list. */
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import classes from "./Pages.module.css";
import type { UpcomingQuery } from "./upcoming.ts";

export function Pages({
  wanted,
  page,
  totalPages,
}: {
  wanted: UpcomingQuery;
  page: number;
  totalPages: number;
}) {
  const pathOfPage = (number: number) =>
    paths.home({
      search: wanted.search,
      page: number,
      ...(wanted.clubId !== null && { clubId: wanted.clubId }),
      ...(wanted.when !== null && { when: wanted.when }),
    });
  return (
    <nav className={classes.pages} aria-label="Pages">
      {page > 1 && (
        <Link className="button buttonQuiet" to={pathOfPage(page - 1)} rel="prev">
          Previous page
        </Link>
      )}
      <span>
        Page {page} of {totalPages}
      </span>
      {page < totalPages && (
        <Link className="button buttonQuiet" to={pathOfPage(page + 1)} rel="next">
          Next page
        </Link>
      )}
    </nav>
  );
}
