/** The page `/{slug}/checkout`. */
import { useState } from "react";
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from "react-router";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ProviderName } from "../../../contract/shapes/money/payment.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import type { Hold, PeopleDraft } from "../../sale/draft.ts";
import { draftStoreOf, useDraft } from "../../sale/draftStore.ts";
import { endHoldUnlessPaid } from "../../sale/endHold.ts";
import { holdExtensionOf } from "../../sale/extendHold.ts";
import { loadPurchase } from "../../sale/loadPurchase.ts";
import { orderOfHold } from "../../sale/orderOfHold.ts";
import { createPayment } from "../../sale/payment.ts";
import { NoHold } from "./checkout/NoHold.tsx";
import { type PaidOutcome, PayStep } from "./checkout/PayStep.tsx";
import { PeopleSummary } from "./checkout/PeopleSummary.tsx";
import { PurchaseTerms } from "./checkout/PurchaseTerms.tsx";
import classes from "./checkout/payment.module.css";
import { OrderSummary } from "./purchase/OrderSummary.tsx";
import { PurchaseFrame } from "./purchase/PurchaseFrame.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const info = apiFrom(args.context).get("info", undefined, {
    signal: args.request.signal,
    suppressToasts: true,
  });
  // Loaded in parallel. A rejection before the await must not be unhandled.
  info.catch(() => {});
  const { event } = await loadPurchase(args);
  const { hold, named } = draftStoreOf(event.slug).get();
  if (hold !== null && !named) throw redirect(paths.attendeeForm(event.slug));
  const { provider } = await info;
  return { event, provider };
}

export function Component() {
  const { event, provider } = useLoaderData<typeof loader>();
  const draft = useDraft(event.slug);
  if (draft === null || draft.hold === null) return <NoHold slug={event.slug} draft={draft} />;
  const { hold, people, paying } = draft;
  return (
    <Pay
      key={hold.registrationId}
      event={event}
      provider={provider}
      hold={hold}
      people={people}
      paying={paying}
    />
  );
}

interface PayProps {
  event: Event;
  provider: ProviderName;
  hold: Hold;
  people: PeopleDraft;
  /** Whether a card may have been charged. */
  paying: boolean;
}

function Pay({ event, provider, hold, people, paying }: PayProps) {
  const { slug } = event;
  const { registrationId, accessKey, quote } = hold;
  const store = draftStoreOf(slug);
  const navigate = useNavigate();
  const [payment] = useState(() => createPayment(orderOfHold(hold, api), api));
  // Read once, because an attempt on this page changes `paying`.
  const [mayHavePaid] = useState(paying);
  const isFree = quote.totalAmount === 0;
  const successPath = paths.success(slug, { registrationId, accessKey });

  async function leaveEndedHold() {
    if (await endHoldUnlessPaid(api, store)) await navigate(successPath, { replace: true });
  }

  async function showSuccess({ kind, paymentIntentId: id }: PaidOutcome) {
    if (kind === "settled") store.dispatch({ type: "bought", bought: { registrationId, accessKey } });
    await navigate(id === null ? successPath : `${successPath}&paymentIntentId=${id}`, { replace: true });
  }

  return (
    <PurchaseFrame
      event={event}
      step="Payment"
      heading={isFree ? "Almost there" : "Checkout"}
      isFree={isFree}
      countdown={{
        hold,
        heldWords: "your tickets are",
        extension: holdExtensionOf(event, hold, { api, store }),
        onEnded: () => {
          if (!payment.isUnderWay()) void leaveEndedHold();
        },
      }}
      asideFirst
      aside={<OrderSummary summary={quote} heading="Your order" />}
    >
      <div className={classes.stack}>
        <PeopleSummary
          people={people}
          items={quote.items}
          everyGuest={event.config.saveAllAttendeesDetails}
          namesLater={event.config.guestNamesLater}
        />
        <PayStep
          payment={payment}
          provider={provider}
          totalAmount={quote.totalAmount}
          currency={quote.currency}
          hold={hold}
          heldWords="your tickets are"
          free={{
            words: "There is nothing to pay. You get your tickets as soon as you press the button.",
            label: "Complete registration",
          }}
          terms={<PurchaseTerms event={event} isFree={isFree} withCancelling />}
          returnPath={successPath}
          mayHavePaid={mayHavePaid}
          onPaying={(now) => store.dispatch({ type: now ? "paying" : "notPaid" })}
          onPaid={showSuccess}
          onHoldEnded={leaveEndedHold}
        />
        <p className={classes.small}>
          <Link className="touchLink" to={paths.attendeeForm(slug)}>
            Change the details
          </Link>{" "}
          ·{" "}
          <Link className="touchLink" to={paths.tickets(slug)}>
            Change the tickets
          </Link>
        </p>
      </div>
    </PurchaseFrame>
  );
}
