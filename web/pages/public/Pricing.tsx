/** The page `/Pricing`: sponsoring and donating. */

import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { loadPricing, type PricingPage } from "./pricing/load.ts";
import { Support } from "./pricing/Support.tsx";
import { SupportOverview } from "./pricing/SupportOverview.tsx";
import { ChooseEvent } from "./purchase/ChooseEvent.tsx";

export function loader({ context, request }: LoaderFunctionArgs) {
  return loadPricing(apiFrom(context), new URL(request.url), request.signal);
}

/** Choosing, paying, waiting for a pending payment and adding a logo need scripts. */
export const needsScript = (page: PricingPage) =>
  (page.kind === "offer" && page.state === "open") ||
  (page.kind === "own" &&
    (page.own.order.paymentStatus === "pending" || (page.own.isPublic && page.own.logoUntil !== null)));

export function Component() {
  const page = useLoaderData<typeof loader>();
  switch (page.kind) {
    case "choose":
      return (
        <ChooseEvent
          title="Support an event"
          description="Sponsor an event of a club, or give what you like."
          heading="Support an event"
          lead="Which event would you like to support?"
          events={page.events}
          pathOf={paths.pricing}
        />
      );
    case "offer":
      return <Support key={page.event.id} event={page.event} packages={page.packages} state={page.state} />;
    case "own":
      return <SupportOverview key={page.proof.sponsorshipId} {...page} />;
    case "unknown":
      return (
        <section className="container message">
          <h1>This link was not found</h1>
          <p>It may be incomplete. The receipt in your mail shows what you gave.</p>
          <p>
            <Link className="button" to={paths.pricing(page.slug)}>
              Support the event
            </Link>
          </p>
        </section>
      );
  }
}
