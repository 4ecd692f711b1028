/** The state of a support, for its giver: unpaid, pending, paid, or ended. */

import { useSearchParams } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ProviderName } from "../../../../contract/shapes/money/payment.ts";
import type { OwnSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import type { SponsorProof } from "../../../paths.ts";
import { SupportEnded } from "./Ended.tsx";
import { SupportPending } from "./Following.tsx";
import { PaySupport } from "./PaySupport.tsx";
import { Thanks } from "./Thanks.tsx";

interface SupportOverviewProps {
  event: Event;
  proof: SponsorProof;
  own: OwnSponsorship;
  provider: ProviderName;
}

export function SupportOverview({ event, proof, own, provider }: SupportOverviewProps) {
  const [query] = useSearchParams();
  // Stripe's redirect uses its own parameter name.
  const paymentIntentId = query.get("paymentIntentId") ?? query.get("payment_intent");
  switch (own.order.paymentStatus) {
    case "paid":
    case "free":
      return <Thanks event={event} proof={proof} own={own} />;
    case "failed":
    case "refunded":
      return <SupportEnded event={event} proof={proof} own={own} />;
    case "pending":
      return paymentIntentId === null ? (
        <PaySupport event={event} proof={proof} own={own} provider={provider} />
      ) : (
        <SupportPending event={event} proof={proof} paymentIntentId={paymentIntentId} />
      );
  }
}
