/** The server sanitises rich texts on save, so they may be set as HTML. */

import type { Event } from "../../contract/shapes/event.ts";
import { languageOf } from "../lib/languageOf.ts";
import classes from "./About.module.css";

export function About({ event }: { event: Event }) {
  const { enableLandingPage, overviewTitle, overviewDescription } = event.landingConfig;
  const hasOverview = enableLandingPage && overviewDescription !== "";
  return (
    <div className={classes.about}>
      {hasOverview && (
        <section>
          <h2 {...languageOf(overviewTitle)}>{overviewTitle === "" ? "Overview" : overviewTitle}</h2>
          <div
            className={classes.rich}
            {...languageOf(overviewDescription)}
            dangerouslySetInnerHTML={{ __html: overviewDescription }}
          />
        </section>
      )}
      {event.description !== "" && (
        <section>
          <h2>About this event</h2>
          <div
            className={classes.rich}
            {...languageOf(event.description)}
            dangerouslySetInnerHTML={{ __html: event.description }}
          />
        </section>
      )}
    </div>
  );
}
