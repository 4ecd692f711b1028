import { useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ProviderName } from "../../../../contract/shapes/money/payment.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";
import { type ExtrasHold, extrasDraftOf } from "../../../sale/extrasDraft.ts";
import { clockTime } from "../../../sale/holdClock.ts";
import { createPayment } from "../../../sale/payment.ts";
import type { OwnProof } from "../../../sale/proof.ts";
import { askWhetherPaid } from "../../../sale/takeExtras.ts";
import { type PaidOutcome, PayStep } from "../checkout/PayStep.tsx";
import { PurchaseTerms } from "../checkout/PurchaseTerms.tsx";
import classes from "../checkout/payment.module.css";
import { OrderSummary } from "../purchase/OrderSummary.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";

interface PayExtrasProps {
  event: Event;
  provider: ProviderName;
  proof: OwnProof;
  reserved: ExtrasHold;
}

export function PayExtras({ event, provider, proof, reserved }: PayExtrasProps) {
  const { intent, quote } = reserved;
  const { accessKey, registrationId } = proof;
  const { paymentIntentId } = intent;
  const store = extrasDraftOf(registrationId);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [payment] = useState(() => createPayment({ accessKey, begin: async () => ({ intent }) }, api));
  const outcomePath = paths.extrasPurchase(event.slug, proof, { paymentIntentId });

  async function showOutcome({ kind }: Pick<PaidOutcome, "kind">) {
    await navigate(outcomePath, { replace: true });
    if (kind === "settled") store.change({ choice: {}, kept: null });
  }

  async function leaveEndedHold() {
    if (await askWhetherPaid(api, { paymentIntentId, accessKey })) return showOutcome({ kind: "settled" });
    store.change({ kept: null, ended: true });
    await revalidate();
  }

  return (
    <PurchaseFrame
      event={event}
      heading="Pay for your extras"
      countdown={{
        hold: reserved,
        heldWords: "your extras are",
        onEnded: () => {
          if (!payment.isUnderWay()) void leaveEndedHold();
        },
      }}
      asideFirst
      aside={<OrderSummary summary={quote} heading="Your order" />}
    >
      <div className={classes.stack}>
        <PayStep
          payment={payment}
          provider={provider}
          totalAmount={quote.totalAmount}
          currency={quote.currency}
          hold={reserved}
          heldWords="your extras are"
          terms={<PurchaseTerms event={event} />}
          returnPath={outcomePath}
          onPaid={showOutcome}
          onHoldEnded={leaveEndedHold}
        />
        <p className={classes.small}>
          If you leave this page, we keep your extras until {clockTime(reserved)}. Then they go back on sale.
          Nothing is charged until you pay.
        </p>
        <p className={classes.small}>
          <Link to={paths.extrasPurchase(event.slug, proof)}>Choose something else</Link>
        </p>
      </div>
    </PurchaseFrame>
  );
}
