import { useSearchParams } from "react-router";
import { paymentIntentIn } from "../../../sale/proof.ts";
import { SupportEnded } from "./Ended.tsx";
import { SupportPending } from "./Following.tsx";
import type { OwnSupportPage } from "./load.ts";
import { PaySupport } from "./PaySupport.tsx";
import { Thanks } from "./Thanks.tsx";

export function SupportOverview({ event, proof, own, provider }: OwnSupportPage) {
  const [query] = useSearchParams();
  const paymentIntentId = paymentIntentIn(query);
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
