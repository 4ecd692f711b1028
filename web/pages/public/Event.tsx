/** The event page, `/{slug}`. */

import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom, copyContext } from "../../api/context.ts";
import { About } from "../../event/About.tsx";
import { accentStyle } from "../../event/accent.ts";
import type { EventPage } from "../../event/eventPage.ts";
import { Facts } from "../../event/Facts.tsx";
import { redirectFormerSlug } from "../../event/formerAddress.ts";
import { Hero } from "../../event/Hero.tsx";
import { hasOneListLink, TicketPanel } from "../../event/TicketPanel.tsx";
import { plainText } from "../../lib/plainText.ts";
import { scriptJson } from "../../lib/scriptJson.ts";
import { paths } from "../../paths.ts";
import { buyerField } from "../../sale/fieldIds.ts";
import { usePromoCode } from "../../sale/usePromoCode.ts";
import { Meta } from "../../ui/Meta.tsx";
import classes from "./Event.module.css";
import { Actions } from "./event/Actions.tsx";
import { BuyBar, buyHereButton, PartLink } from "./event/BuyBar.tsx";
import { loadEventPage, withoutSale } from "./event/load.ts";
import { pageWithCode } from "./event/pageWithCode.ts";
import { Sponsors } from "./event/Sponsors.tsx";
import { EventCancelled } from "./purchase/EventCancelled.tsx";
import { PromoCodeField } from "./tickets/PromoCodeField.tsx";

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const { origin, pathname } = new URL(request.url);
  const slug = params.slug ?? "";
  const wanted = { slug, url: origin + pathname, signal: request.signal };
  const page = await loadEventPage(apiFrom(context), wanted);
  redirectFormerSlug(page.event, slug, request);
  const shown = context.get(copyContext) ? withoutSale(page) : page;
  await loadParts(shown);
  return shown;
}

export async function action(args: ActionFunctionArgs) {
  const { registerHere } = await import("./event/registerHere.ts");
  return registerHere(args);
}

/** Loaded by `loadParts`, so that the pages of other events stay small. */
let RegisterHere: typeof import("./event/RegisterHere.tsx").RegisterHere | null = null;
let BuyHere: typeof import("./event/BuyHere.tsx").BuyHere | null = null;

export async function loadParts({
  express,
  onlyTicket,
}: Pick<EventPage, "express" | "onlyTicket">): Promise<void> {
  if (onlyTicket !== null) ({ BuyHere } = await import("./event/BuyHere.tsx"));
  if (express !== null) ({ RegisterHere } = await import("./event/RegisterHere.tsx"));
}

export function Component() {
  const loadedPage = useLoaderData<typeof loader>();
  const code = usePromoCode(loadedPage.event);
  const page = loadedPage.isSelling ? pageWithCode(loadedPage, code.promo, new Date()) : loadedPage;
  const { event, state, price, express, onlyTicket, url } = page;
  const shownCode = page.isSelling && code.isWanted ? code : null;
  return (
    <article className={classes.event} style={accentStyle(event.landingConfig.accentColor)}>
      <Meta
        title={event.name}
        description={plainText(event.description, 155) || `${event.name}, ${event.location}`}
        url={url}
        image={new URL(`${event.bannerUrl}?w=1280`, url).href}
        club={event.club}
        jsonLd={scriptJson(page.jsonLd)}
      />
      <Hero event={event} state={state} />
      <div className={`container ${classes.columns}`}>
        <div className={classes.facts}>
          <div className={classes.cancelled}>
            <EventCancelled event={event} />
          </div>
          <Facts event={event} when={page.when} />
          {state !== "over" && state !== "cancelled" && <Actions event={event} url={url} />}
        </div>
        <div className={classes.tickets}>
          <TicketPanel
            page={page}
            codeField={shownCode && <PromoCodeField state={shownCode} currency={event.currency} />}
            form={
              express !== null && RegisterHere !== null ? (
                <RegisterHere event={event} offer={express} promo={shownCode?.promo ?? null} />
              ) : onlyTicket !== null && BuyHere !== null ? (
                <BuyHere event={event} ticket={onlyTicket} code={code} />
              ) : null
            }
          />
        </div>
        <div className={classes.about}>
          <About event={event} />
          {page.support.sponsors.length > 0 && <Sponsors sponsors={page.support.sponsors} />}
        </div>
      </div>
      {state === "onSale" && (
        // Another form needs another bar, because a bar observes only the form that it found first.
        <BuyBar
          key={express !== null ? "register" : onlyTicket !== null ? "buy" : "choose"}
          name={event.name}
          words={price}
        >
          {express !== null ? (
            <PartLink id={buyerField("name")}>Register</PartLink>
          ) : onlyTicket !== null ? (
            <PartLink id={buyHereButton}>Get tickets</PartLink>
          ) : (
            <Link className="button" to={paths.tickets(event.slug)}>
              Get tickets
            </Link>
          )}
        </BuyBar>
      )}
      {hasOneListLink(page) && (
        <BuyBar name={event.name} words="Sold out">
          <Link className="button" to={paths.waitingList(event.slug)}>
            Join the waiting list
          </Link>
        </BuyBar>
      )}
    </article>
  );
}
