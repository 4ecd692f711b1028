import { Link } from "react-router";
import { paths } from "../../paths.ts";
import classes from "./AdminDashboard.module.css";
import { cardsQuery, type DashboardQuery } from "./cardsWanted.ts";

interface CardPagesProps {
  query: DashboardQuery;
  page: number;
  totalPages: number;
  totalItems: number;
}

export function CardPages({ query, page, totalPages, totalItems }: CardPagesProps) {
  if (totalPages <= 1) return null;
  const pathOfPage = (number: number) => paths.adminDashboard() + cardsQuery({ ...query, page: number });
  return (
    <nav className={classes.pages} aria-label="Pages">
      {page > 1 && (
        <Link className="button buttonQuiet" to={pathOfPage(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      <span>
        Page {page} of {totalPages}, {totalItems.toLocaleString("en-US")} events
      </span>
      {page < totalPages && (
        <Link className="button buttonQuiet" to={pathOfPage(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
