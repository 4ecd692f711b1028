import { Link, useLocation, useMatches } from "react-router";
import { type PolicyUrls, policyLinks } from "../../contract/rules/club/policies.ts";
import { chatLink } from "../lib/chatLink.ts";
import { type PageHandle, paths } from "../paths.ts";
import { useSite } from "../stores/site.ts";
import classes from "./Footer.module.css";
import { shownClub } from "./shownClub.ts";

export function Footer() {
  const { origin, supportPhone, policies = {}, hasApiDocs } = useSite();
  const { pathname } = useLocation();
  const match = useMatches().at(-1);
  const club = shownClub(match?.loaderData);
  // The server may render an unknown address as another one (server.tsx), so it is left out.
  const isPage = (match?.handle as PageHandle | undefined)?.unmatched !== true;
  return (
    <footer className={classes.footer}>
      <div className={`container ${classes.row}`}>
        <p>Foyer. Tickets directly from the clubs.</p>
        <nav aria-label="Footer">
          <Link to={paths.home()}>All events</Link>
          <Link to={paths.findAllTickets()}>Find my tickets</Link>
          <Link to={paths.forClubs()}>For clubs</Link>
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
          <PolicyLinks urls={policies} />
        </nav>
        {club !== null && policyLinks(club).length > 0 && (
          <nav aria-label={club.name} className={classes.club}>
            <span>{club.name}:</span>
            <PolicyLinks urls={club} />
          </nav>
        )}
      </div>
    </footer>
  );
}

/** In a new tab, so that nobody loses a purchase by reading. */
function PolicyLinks({ urls }: { urls: PolicyUrls }) {
  return policyLinks(urls).map(({ name, url }) => (
    <a key={name} href={url} target="_blank" rel="noreferrer">
      {name}
      <span className="visuallyHidden"> (new tab)</span>
    </a>
  ));
}
