import type { Event } from "../../../../contract/shapes/event.ts";
import { cancelWords } from "./cancelWords.ts";
import classes from "./payment.module.css";

interface PurchaseTermsProps {
  event: Event;
  isFree?: boolean;
  withCancelling?: boolean;
}

export function PurchaseTerms({ event, isFree = false, withCancelling = false }: PurchaseTermsProps) {
  const { termsUrl, refundPolicyUrl } = event.club;
  const hasBoth = termsUrl !== undefined && refundPolicyUrl !== undefined;
  return (
    <>
      {withCancelling && <p className={classes.small}>{cancelWords(event, { isFree, now: new Date() })}</p>}
      {(termsUrl !== undefined || refundPolicyUrl !== undefined) && (
        <p className={classes.small}>
          By {isFree ? "registering" : "paying"} you accept the club’s{" "}
          {termsUrl !== undefined && <NewTab to={termsUrl}>terms</NewTab>}
          {hasBoth && " and "}
          {refundPolicyUrl !== undefined && <NewTab to={refundPolicyUrl}>refund policy</NewTab>}.
        </p>
      )}
    </>
  );
}

function NewTab({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="visuallyHidden"> (new tab)</span>
    </a>
  );
}
