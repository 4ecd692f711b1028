/** Uses the components of the public page. */

import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { About } from "../../../event/About.tsx";
import { accentStyle } from "../../../event/accent.ts";
import { Facts } from "../../../event/Facts.tsx";
import { Hero } from "../../../event/Hero.tsx";
import { TicketPanel } from "../../../event/TicketPanel.tsx";
import classes from "./EventPreview.module.css";
import { previewPageOf } from "./previewPage.ts";

export function EventPreview({ event, tickets }: { event: Event; tickets: readonly Ticket[] }) {
  const page = previewPageOf(event, tickets, new Date());
  return (
    <div className={classes.frame}>
      <p className={classes.title}>Preview</p>
      <div
        className={classes.page}
        inert
        aria-hidden="true"
        style={accentStyle(event.landingConfig.accentColor)}
      >
        <Hero event={page.event} state={page.state} />
        <div className={classes.columns}>
          <Facts event={page.event} when={page.when} />
          <TicketPanel page={page} />
          <About event={page.event} />
        </div>
      </div>
    </div>
  );
}
