import { Link } from "react-router";
import type { SaleState } from "../../contract/rules/sales.ts";
import type { Event } from "../../contract/shapes/event.ts";
import { languageOf } from "../lib/languageOf.ts";
import { pictureSet } from "../lib/pictureSet.ts";
import { paths } from "../paths.ts";
import classes from "./Hero.module.css";

const badges: Partial<Record<SaleState, string>> = {
  cancelled: "Cancelled",
  over: "This event is over",
  soldOut: "Sold out",
  notYet: "On sale soon",
  closed: "Sales have ended",
};

export function Hero({ event, state }: { event: Event; state: SaleState }) {
  const { heroTitle, heroSubtitle, enableLandingPage } = event.landingConfig;
  const badge = badges[state];
  return (
    <header className={classes.hero}>
      <img
        className={classes.picture}
        src={event.bannerUrl}
        {...pictureSet(event.bannerUrl, [640, 960, 1280, 1920])}
        sizes="100vw"
        width={1600}
        height={900}
        alt=""
        fetchPriority="high"
      />
      <div className={`container ${classes.words}`}>
        <Link className={classes.club} to={paths.club(event.clubId)}>
          <img src={`${event.club.logoUrl}?w=80`} alt="" width={32} height={32} />
          <span {...languageOf(event.club.name)}>{event.club.name}</span>
        </Link>
        <h1 data-length={lengthOf(event.name)} {...languageOf(event.name)}>
          {event.name}
        </h1>
        {enableLandingPage && heroTitle !== "" && heroTitle !== event.name && (
          <p className={classes.tagline} {...languageOf(heroTitle)}>
            {heroTitle}
          </p>
        )}
        {enableLandingPage && heroSubtitle !== "" && (
          <p className={classes.subtitle} {...languageOf(heroSubtitle)}>
            {heroSubtitle}
          </p>
        )}
        {badge !== undefined && (
          <p className={classes.badge} data-state={state}>
            {badge}
          </p>
        )}
      </div>
    </header>
  );
}

/** Long names are shown smaller, so that the first screen shows more than the name. */
function lengthOf(name: string): "long" | "longest" | undefined {
  return name.length > 70 ? "longest" : name.length > 32 ? "long" : undefined;
}
