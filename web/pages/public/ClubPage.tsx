/** The page `/club/{clubId}`. It works without scripts. */
import "./pageHead.css";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { ClubContact } from "../../event/Facts.tsx";
import { languageOf } from "../../lib/languageOf.ts";
import { positiveInteger } from "../../lib/positiveInteger.ts";
import { scriptJson } from "../../lib/scriptJson.ts";
import { paths } from "../../paths.ts";
import { Meta } from "../../ui/Meta.tsx";
import classes from "./ClubPage.module.css";
import { clubJsonLd } from "./club/clubJsonLd.ts";
import { loadClubPage, type PastEvent } from "./club/load.ts";
import { Subscribe } from "./event/Subscribe.tsx";
import { HomeEventCard } from "./home/EventCard.tsx";
import { Pages } from "./home/Pages.tsx";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { origin, searchParams } = new URL(request.url);
  const clubId = params.clubId ?? "";
  if (!/^[1-9]\d{0,14}$/.test(clubId)) throw new Response(null, { status: 404 });
  return loadClubPage(apiFrom(context), {
    clubId: Number(clubId),
    page: positiveInteger(searchParams.get("page")) ?? 1,
    origin,
    signal: request.signal,
  });
}

/** The page's title has the club's name in place of an event's. */
export const eventOf = ({ club }: Awaited<ReturnType<typeof loader>>) => club;

export function Component() {
  const { club, url, image, cards, comingCount, past } = useLoaderData<typeof loader>();
  return (
    <div className={`container column ${classes.page}`}>
      <Meta
        title={club.name}
        description={`Upcoming and past events of ${[club.name, club.location].filter(Boolean).join(", ")}.`}
        url={url}
        image={image ?? undefined}
        club={club}
        jsonLd={scriptJson(clubJsonLd(club, { url, image, cards }))}
      />
      <header className={classes.head}>
        <img src={`${club.logoUrl}?w=160`} alt="" width={80} height={80} />
        <div className={classes.words}>
          <h1 {...languageOf(club.name)}>{club.name}</h1>
          {club.location !== "" && <p {...languageOf(club.location)}>{club.location}</p>}
          <ClubContact contact={club.contact} />
        </div>
        <Subscribe clubId={club.id} />
      </header>
      <section aria-labelledby="coming">
        <h2 id="coming">Upcoming events</h2>
        {cards.length === 0 && <p className={classes.none}>No coming events at the moment.</p>}
        <div className={classes.cards}>
          {cards.map((card, index) => (
            <HomeEventCard key={card.id} card={card} isFirst={index < 3} />
          ))}
        </div>
        {comingCount > cards.length && (
          <p>
            <Link className="button buttonQuiet" to={paths.home({ clubId: club.id })}>
              Show all {comingCount} coming events
            </Link>
          </p>
        )}
      </section>
      {past.events.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past">Past events</h2>
          <ul className={classes.past}>
            {past.events.map((event) => (
              <PastLine key={event.slug} event={event} />
            ))}
          </ul>
          {past.totalPages > 1 && (
            <Pages
              page={past.page}
              totalPages={past.totalPages}
              pathOfPage={(number) => paths.club(club.id, number)}
            />
          )}
        </section>
      )}
    </div>
  );
}

function PastLine({ event: { slug, name, startDatetime, when, isCancelled } }: { event: PastEvent }) {
  return (
    <li>
      <Link className="touchLink" to={paths.event(slug)} {...languageOf(name)}>
        {name}
      </Link>
      <span>
        <time dateTime={startDatetime}>{when}</time>
        {isCancelled && " · Cancelled"}
      </span>
    </li>
  );
}
