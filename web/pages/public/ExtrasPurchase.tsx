/** The page `/ExtrasPurchase`. */

import { useEffect, useRef } from "react";
import { type ActionFunctionArgs, Navigate, useLoaderData, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { browserClocks } from "../../sale/browser.ts";
import { useDraft } from "../../sale/draftStore.ts";
import { useExtrasDraft } from "../../sale/extrasDraft.ts";
import { extrasClosedReason } from "../../sale/moreExtras.ts";
import { isReserved } from "../../sale/takeExtras.ts";
import { mailTicketLinks } from "./event/mailTicketLinks.ts";
import { BoughtExtras } from "./extras/BoughtExtras.tsx";
import { ChooseExtras } from "./extras/ChooseExtras.tsx";
import { ExtrasOfferPage } from "./extras/ExtrasOfferPage.tsx";
import { type ExtrasPage, loadExtras } from "./extras/loadExtras.ts";
import { NoExtras, type NoExtrasReason } from "./extras/NoExtras.tsx";
import { PayExtras } from "./extras/PayExtras.tsx";
import { PageMeta } from "./PageMeta.tsx";
import { ChooseEvent } from "./purchase/ChooseEvent.tsx";

export const loader = loadExtras;

export function action(args: ActionFunctionArgs) {
  const slug = new URL(args.request.url).searchParams.get("event") ?? "";
  return mailTicketLinks({ ...args, params: { slug } });
}

/** Paying needs scripts too, but the server never renders that step: only the browser has the draft. */
export const needsScript = (page: ExtrasPage) =>
  (page.kind === "offer" && noExtrasReason(page) === null) ||
  (page.kind === "bought" && page.answer.purchase.paymentStatus === "pending");

export function Component() {
  const page = useLoaderData<typeof loader>();
  switch (page.kind) {
    case "chooseEvent":
      return (
        <ChooseEvent
          title="Extras"
          description="Add meals, shirts and other extras to your tickets."
          heading="Extras for your tickets"
          lead="For which event do you have tickets?"
          events={page.events}
          pathOf={paths.extrasPurchase}
        />
      );
    case "ask":
      return <AskForTickets key={page.event.id} {...page} />;
    case "offer":
      return <BuyExtras key={page.proof.registrationId} {...page} />;
    case "bought":
      return <BoughtExtras key={page.answer.purchase.id} {...page} />;
  }
}

type Kind<K extends ExtrasPage["kind"]> = Extract<ExtrasPage, { kind: K }>;

function AskForTickets({ event, extras, isUnknown, readAt }: Kind<"ask">) {
  // Only the browser knows the draft.
  const bought = useDraft(event.slug)?.bought ?? null;
  if (bought !== null && !isUnknown)
    return <Navigate to={paths.extrasPurchase(event.slug, bought)} replace />;
  const closedReason = extrasClosedReason(event, new Date(readAt));
  return (
    <>
      <PageMeta
        title={`Extras for ${event.name}`}
        description={`Extras for ${event.name}: ${extras.map(({ name }) => name).join(", ")}.`}
        path={paths.extrasPurchase(event.slug)}
        event={event}
      />
      {closedReason !== null || extras.length === 0 ? (
        <NoExtras event={event} reason={closedReason ?? "none"} />
      ) : (
        <ExtrasOfferPage event={event} extras={extras} isUnknown={isUnknown} />
      )}
    </>
  );
}

function BuyExtras(page: Kind<"offer">) {
  const { event, extras, proof, bought, provider, readAt } = page;
  const draft = useExtrasDraft(proof.registrationId);
  const isPayStep = useSearchParams()[0].get("step") === "pay";
  const reserved = draft?.kept ?? null;
  const liveReservation = isReserved(reserved, browserClocks) ? reserved : null;
  const isPaying = liveReservation !== null && isPayStep;
  useFocusOnHeading(isPaying);
  if (isPaying)
    return (
      <PayExtras
        key={liveReservation.intent.paymentIntentId}
        event={event}
        provider={provider}
        proof={proof}
        reserved={liveReservation}
      />
    );
  const reason = noExtrasReason(page);
  if (reason !== null) return <NoExtras event={event} reason={reason} proof={proof} />;
  return (
    <ChooseExtras
      offer={{ event, tickets: [], extras }}
      bought={bought}
      proof={proof}
      readAt={readAt}
      draft={draft}
      reserved={liveReservation}
    />
  );
}

function noExtrasReason({ event, extras, bought, readAt }: Kind<"offer">): NoExtrasReason | null {
  const closedReason = extrasClosedReason(event, new Date(readAt));
  if (closedReason !== null) return closedReason;
  const { state } = bought.registration;
  if (state !== "active") return state === "held" || state === "pending" ? "unpaid" : "ended";
  return extras.length === 0 ? "none" : null;
}

/** `Announcer` moves the focus only if the path changes; the steps differ in the query. */
function useFocusOnHeading(isPaying: boolean): void {
  const wasPaying = useRef(isPaying);
  useEffect(() => {
    if (wasPaying.current === isPaying) return;
    wasPaying.current = isPaying;
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [isPaying]);
}
