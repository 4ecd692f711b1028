/**
 * The public page beside a form, made of the components that visitors see. Nothing in it can be pressed, and
 * screen readers skip it, because the form has all of its content.
 */
import type { CSSProperties } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { About } from "../../../event/About.tsx";
import { Facts } from "../../../event/Facts.tsx";
import { Hero } from "../../../event/Hero.tsx";
import { TicketPanel } from "../../../event/TicketPanel.tsx";
import classes from "./EventPreview.module.css";
import { previewPageOf } from "./previewPage.ts";

export function EventPreview({ event, tickets }: { event: Event; tickets: readonly Ticket[] }) {
  const page = previewPageOf(event, tickets, new Date());
  const { accentColor } = event.landingConfig;
  const isColour = accentColor !== null && /^#[0-9a-f]{6}$/i.test(accentColor);
  return (
    <div className={classes.frame}>
      <p className={classes.title}>How the page will look</p>
      <div
        className={classes.page}
        inert
        aria-hidden="true"
        style={isColour ? ({ "--eventAccent": accentColor } as CSSProperties) : undefined}
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
