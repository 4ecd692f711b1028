/** What stands below every page. */
import { Link } from "react-router";
import { paths } from "../paths.ts";
import classes from "./Footer.module.css";

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={`container ${classes.row}`}>
        <p>Foyer. Tickets straight from the clubs that put on the night.</p>
        <nav aria-label="Footer">
          <Link to={paths.home()}>All events</Link>
          <Link to={paths.signin()}>For clubs</Link>
          <a href="/api/docs">Developers</a>
        </nav>
      </div>
    </footer>
  );
}
