/** The home page, `/`. It works without scripts. */

import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { Subscribe } from "./event/Subscribe.tsx";
import classes from "./Home.module.css";
import { HomeEventCard } from "./home/EventCard.tsx";
import { Filters, isFilteredBy } from "./home/Filters.tsx";
import { loadHome } from "./home/load.ts";
import { Pages } from "./home/Pages.tsx";
import { upcomingQuery } from "./home/upcoming.ts";
import { PageMeta } from "./PageMeta.tsx";

export function loader({ context, request }: LoaderFunctionArgs) {
  return loadHome(apiFrom(context), upcomingQuery(new URL(request.url).searchParams), request.signal);
}

export function Component() {
  const { cards, clubs, totalItems, comingUp, totalPages, page } = useLoaderData<typeof loader>();
  const wanted = upcomingQuery(useSearchParams()[0]);
  const isFiltered = isFilteredBy(wanted);
  return (
    <>
      <PageMeta
        title="Foyer"
        description="Upcoming events of clubs. Choose one, and get your ticket by e-mail a minute later."
        path={paths.home()}
      />
      <section className={classes.opening}>
        <div className="container">
          <p className="eyebrow">Clubs, concerts, gatherings</p>
          <h1>Find your next event</h1>
          <p className={classes.lead}>
            Upcoming events of clubs. Choose one, and get your ticket by e-mail a minute later.
          </p>
          <Filters wanted={wanted} clubs={clubs} />
          <p className={classes.lost}>
            Already registered?{" "}
            <Link className="touchLink" to={paths.findAllTickets()}>
              Find my tickets
            </Link>
          </p>
        </div>
      </section>
      <section className={`container ${classes.results}`} aria-label="Upcoming events">
        <p className={classes.count} role="status">
          {isFiltered ? foundWords(totalItems) : comingWords(comingUp)}
        </p>
        <div className={classes.cards}>
          {cards.map((card, index) => (
            <HomeEventCard key={card.id} card={card} isFirst={index < 3} />
          ))}
        </div>
        {totalItems === 0 && isFiltered && (
          <p>
            <a href={paths.home()}>Show all upcoming events</a>
          </p>
        )}
        {totalPages > 1 && (
          <Pages
            page={page}
            totalPages={totalPages}
            pathOfPage={(number) =>
              paths.home({
                search: wanted.search,
                page: number,
                ...(wanted.clubId !== null && { clubId: wanted.clubId }),
                ...(wanted.when !== null && { when: wanted.when }),
              })
            }
          />
        )}
        <div className={classes.subscribe}>
          <Subscribe />
        </div>
      </section>
    </>
  );
}

function foundWords(count: number): string {
  return count === 0 ? "Nothing matches your search." : `${eventsWords(count)} found`;
}

/** Cancelled events are listed, but not counted. */
function comingWords(count: number): string {
  return count === 0 ? "No upcoming events at the moment." : `${eventsWords(count)} coming up`;
}

function eventsWords(count: number): string {
  return count === 1 ? "1 event" : `${count} events`;
}
