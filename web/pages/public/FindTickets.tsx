/** The page `/{slug}/find-tickets`. */

import { type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { redirectFormerSlug } from "../../event/formerAddress.ts";
import { paths } from "../../paths.ts";
import { MailedLinks } from "./bought/MailedLinks.tsx";
import { EventLink } from "./EventLink.tsx";
import { mailTicketLinks, type TicketLinksOutcome } from "./event/mailTicketLinks.ts";
import classes from "./FindTickets.module.css";
import { PageMeta } from "./PageMeta.tsx";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const event = await apiFrom(context).get(
    "event/getEventBySlug",
    { slug },
    { signal: request.signal, suppressToasts: true },
  );
  redirectFormerSlug(event, slug, request);
  return { event: { name: event.name, slug: event.slug, bannerUrl: event.bannerUrl } };
}

export const action = mailTicketLinks;

export function Component() {
  const { name, slug, bannerUrl } = useLoaderData<typeof loader>().event;
  const outcome = useActionData<TicketLinksOutcome>();
  return (
    <section className={`container ${classes.page}`}>
      <PageMeta
        title={`Find your tickets for ${name}`}
        description={`If you cannot find your tickets for ${name}, we mail you their links again.`}
        path={paths.findTickets(slug)}
        event={{ bannerUrl }}
      />
      <EventLink event={{ slug, name }} />
      <h1>Find my tickets</h1>
      <MailedLinks outcome={outcome} again={paths.findTickets(slug)}>
        Enter the e-mail address that you bought or registered with. We mail you the links to your tickets.
      </MailedLinks>
    </section>
  );
}
