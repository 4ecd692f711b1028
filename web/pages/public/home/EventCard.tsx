import { Link } from "react-router";
import { languageOf } from "../../../lib/languageOf.ts";
import { pictureSet } from "../../../lib/pictureSet.ts";
import { paths } from "../../../paths.ts";
import classes from "./EventCard.module.css";
import type { HomeCard } from "./load.ts";

export function HomeEventCard({ card, isFirst }: { card: HomeCard; isFirst: boolean }) {
  return (
    <article className={classes.card}>
      {/* The name comes first for screen readers, and is shown below the picture. */}
      <div className={classes.words}>
        <h2>
          <Link to={paths.event(card.slug)} {...languageOf(card.name)}>
            {card.name}
          </Link>
        </h2>
        <time className={classes.when} dateTime={card.startDatetime}>
          {card.when}
        </time>
        <p className={classes.where} {...languageOf(card.location)}>
          {card.location}
        </p>
        <p className={classes.foot}>
          <span {...languageOf(card.clubName)}>{card.clubName}</span>
          {card.price !== null && <span className={classes.price}>{card.price}</span>}
        </p>
      </div>
      <div className={classes.frame}>
        <img
          className={classes.picture}
          src={`${card.bannerUrl}?w=640`}
          {...pictureSet(card.bannerUrl, [320, 640, 960])}
          sizes="(min-width: 64rem) 23rem, (min-width: 48rem) 46vw, 92vw"
          width={640}
          height={360}
          loading={isFirst ? "eager" : "lazy"}
          alt=""
        />
        {card.badge !== null && <span className={classes.badge}>{card.badge}</span>}
      </div>
    </article>
  );
}
