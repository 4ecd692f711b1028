import { type FormEvent, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import { useAct } from "../../../act/useAct.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";
import { browserClocks } from "../../../sale/browser.ts";
import {
  limitChoiceToOffer,
  offerWithHold,
  quoteOf,
  type SaleOffer,
  withQuantity,
} from "../../../sale/choice.ts";
import { type ExtrasDraft, type ExtrasHold, extrasDraftOf } from "../../../sale/extrasDraft.ts";
import { clockTime } from "../../../sale/holdClock.ts";
import type { OwnProof } from "../../../sale/proof.ts";
import type { BoughtRegistration } from "../../../sale/savedTickets.ts";
import { type ExtrasOutcome, reserveExtras } from "../../../sale/takeExtras.ts";
import { itemsText } from "../../../words/itemsText.ts";
import { fullNameOf } from "../../../words/names.ts";
import { ExtrasRows } from "../purchase/ExtrasRows.tsx";
import { Notice } from "../purchase/Notice.tsx";
import { OrderSummary } from "../purchase/OrderSummary.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";
import { TotalBar } from "../purchase/TotalBar.tsx";
import classes from "../tickets/ChooseTickets.module.css";

interface ChooseExtrasProps {
  /** Without tickets. Its stock leaves out the extras in `reserved`. */
  offer: SaleOffer;
  bought: BoughtRegistration;
  proof: OwnProof;
  readAt: string;
  /** Null on the server and during hydration. */
  draft: ExtrasDraft | null;
  /** Of an earlier choice, while they are reserved. */
  reserved: ExtrasHold | null;
}

export function ChooseExtras({
  offer: loadedOffer,
  bought,
  proof,
  readAt,
  draft,
  reserved,
}: ChooseExtrasProps) {
  const offer = offerWithHold(loadedOffer, reserved && { tickets: {}, extras: reserved.choice });
  const { event, extras } = offer;
  const now = new Date(readAt);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAct();
  const [outcome, setOutcome] = useState<ExtrasOutcome | null>(null);
  const choice = limitChoiceToOffer(offer, { tickets: {}, extras: draft?.choice ?? {} }, now);
  const quote = quoteOf(offer, choice);
  const count = quote.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const payPath = paths.extrasPurchase(event.slug, proof, { step: "pay" });
  const store = () => extrasDraftOf(proof.registrationId);

  const change = (id: number) => (quantity: number) => {
    setOutcome(null);
    const changed = withQuantity(offer, choice, { kind: "extras", id, quantity, now });
    store().change({ choice: changed.extras, ended: false });
  };

  async function submit(formEvent: FormEvent) {
    formEvent.preventDefault();
    if (count === 0) return;
    const context = { api, store: store(), owner: proof, clocks: browserClocks };
    const result = await run(() => reserveExtras(choice, quote.totalAmount, context));
    if (result === undefined) return;
    setOutcome(result);
    if (result.kind === "kept") await navigate(payPath);
    else if (result.kind === "bought")
      await navigate(paths.extrasPurchase(event.slug, proof, { purchase: result.purchaseId }));
    else if (result.kind === "alreadyPaid")
      await navigate(paths.extrasPurchase(event.slug, proof, { paymentIntentId: result.paymentIntentId }));
    else await revalidate();
  }

  return (
    <form className={classes.page} onSubmit={(formEvent) => void submit(formEvent)}>
      <PurchaseFrame
        event={event}
        heading="Add extras"
        aside={
          <div className={classes.summary}>
            <OrderSummary summary={quote} heading="Your order" />
          </div>
        }
      >
        <div className={classes.notices}>
          <noscript>
            <Notice kind="info" title="Buying needs JavaScript">
              <p>You can read the offer here. To buy, switch on JavaScript and load the page again.</p>
            </Notice>
          </noscript>
          {bought.extrasPurchases.length > 0 && (
            <Notice kind="success" title="You already have extras for this event.">
              <p>
                {bought.extrasPurchases.map((purchase) => itemsText(purchase.extrasData)).join("; ")}.{" "}
                <Link to={paths.tickets(event.slug, proof)}>Show their codes</Link>, or choose more below.
              </p>
            </Notice>
          )}
          {reserved !== null && (
            <Notice
              kind="info"
              title={`The extras that you chose are kept for you until ${clockTime(reserved)}.`}
            >
              <p>{itemsText(reserved.quote.items)}. Nobody else can buy them meanwhile.</p>
              <Link className="button" to={payPath}>
                Continue to pay {formatMoney(reserved.quote.totalAmount, reserved.quote.currency)}
              </Link>
            </Notice>
          )}
          {draft?.ended === true && reserved === null && (
            <Notice kind="warning" title="The time ran out, so your extras are no longer kept.">
              <p>
                If your payment still arrives, you get the extras or a full refund. Your choice is still here:
                continue to reserve it again.
              </p>
            </Notice>
          )}
          {outcome?.kind === "refused" && <Notice kind="problem" title={outcome.msg} />}
          {outcome?.kind === "short" && (
            <Notice kind="problem" title={outcome.msg}>
              <p>Check the changes below, then continue.</p>
            </Notice>
          )}
        </div>
        <p className={classes.owner}>For {ownerWords(bought)}.</p>
        <h2 className="visuallyHidden">Extras</h2>
        <ul className={classes.list} aria-label="Extras">
          <ExtrasRows
            offer={offer}
            choice={choice}
            now={now}
            isClosed={false}
            withCents={needCents(
              extras.map(({ price }) => price),
              event.currency,
            )}
            refusals={outcome?.kind === "short" ? outcome.extras : {}}
            onChange={change}
          />
        </ul>
        <p className={classes.promise}>
          When you continue, we keep your extras for {event.config.holdMinutes} minutes while you pay.
        </p>
        <p className={classes.promise}>
          <Link className="touchLink" to={paths.tickets(event.slug, proof)}>
            Back to your tickets
          </Link>
        </p>
      </PurchaseFrame>
      <TotalBar
        chosen={count === 0 ? null : `${count} ${count === 1 ? "extra" : "extras"}`}
        none="No extras chosen"
        quote={quote}
        label={count > 0 && quote.totalAmount === 0 ? "Get them" : "Continue"}
        busyLabel="Keeping your extras…"
        reason={count === 0 ? "Choose at least one extra" : null}
        busy={isBusy}
      />
    </form>
  );
}

/** "the 3 tickets of Ada Lovelace". */
function ownerWords({ attendees }: BoughtRegistration): string {
  const first = attendees.find(({ isPrimary }) => isPrimary) ?? attendees[0];
  const ownerText = first === undefined ? "" : ` of ${fullNameOf(first)}`;
  return `${attendees.length > 1 ? `the ${attendees.length} tickets` : "the ticket"}${ownerText}`;
}
