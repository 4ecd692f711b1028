/** The footer of every page. */
import { Link, useLocation, useMatches } from "react-router";
import { chatLink } from "../lib/chatLink.ts";
import { type PageHandle, paths } from "../paths.ts";
import { useSite } from "../stores/site.ts";
import classes from "./Footer.module.css";

export function Footer() {
  const { origin, supportPhone, hasApiDocs } = useSite();
  const { pathname } = useLocation();
  // All addresses without a page are rendered alike (server.tsx).
  const isPage = (useMatches().at(-1)?.handle as PageHandle | undefined)?.unmatched !== true;
  return (
    <footer className={classes.footer}>
      <div className={`container ${classes.row}`}>
        <p>Foyer. Tickets straight from the clubs that put on the night.</p>
        <nav aria-label="Footer">
          <Link to={paths.home()}>All events</Link>
          <Link to={paths.signin()}>For clubs</Link>
          {supportPhone !== null && (
            <a
              href={chatLink(supportPhone, `I have a question about ${origin}${isPage ? pathname : ""}: `)}
              target="_blank"
              rel="noreferrer"
            >
              Chat with us
            </a>
          )}
          {hasApiDocs && <a href="/api/docs">Developers</a>}
        </nav>
      </div>
    </footer>
  );
}
