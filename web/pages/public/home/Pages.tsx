import { Link } from "react-router";
import classes from "./Pages.module.css";

export function Pages({
  page,
  totalPages,
  pathOfPage,
}: {
  page: number;
  totalPages: number;
  pathOfPage: (page: number) => string;
}) {
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
