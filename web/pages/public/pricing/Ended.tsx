/** A support that expired, was released or was refunded. */

import { Link } from "react-router";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { paths } from "../../../paths.ts";
import { awaitsBuyerTitle, awaitsBuyerWords } from "../../../sale/refundWords.ts";
import { Notice } from "../purchase/Notice.tsx";
import { PurchaseFrame } from "../purchase/PurchaseFrame.tsx";
import type { OwnSupportPage } from "./load.ts";
import { Receipt } from "./Receipt.tsx";

export function SupportEnded({ event, proof, own }: Pick<OwnSupportPage, "event" | "proof" | "own">) {
  const { order, sponsorship } = own;
  const isRefunded = order.paymentStatus === "refunded";
  const amount = formatMoney(order.totalAmount, order.currency);
  const waitingText = awaitsBuyerWords(order);
  const refundedHeading = waitingText === null ? "Your refund is on its way" : awaitsBuyerTitle;
  return (
    <PurchaseFrame event={event} heading={isRefunded ? refundedHeading : "The time to pay has run out"}>
      {isRefunded ? (
        <Notice
          kind="warning"
          title={
            waitingText === null ? `${amount} was refunded in full.` : `All of your ${amount} is refunded.`
          }
        >
          <p>
            {waitingText ?? "Your bank may take a few days to show it."} If you did not ask for this refund,{" "}
            {event.club.name} can tell you why.
          </p>
          <Receipt orderId={order.id} accessKey={proof.accessKey} />
        </Notice>
      ) : (
        <Notice
          kind="warning"
          title={
            sponsorship.packageId === null
              ? "The time to pay this has ended."
              : "The time to pay has ended, so the package is no longer kept for you."
          }
        >
          <p>
            What you chose and typed is still there. If your payment still arrives, it counts, or you get a
            full refund.
          </p>
          <Link className="button" to={paths.pricing(event.slug)}>
            Choose again
          </Link>
        </Notice>
      )}
    </PurchaseFrame>
  );
}
