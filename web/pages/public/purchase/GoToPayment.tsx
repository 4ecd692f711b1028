/** Shows a link if the hold is in this browser's draft, which the checkout reads. */
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { PurchaseDraft } from "../../../sale/draft.ts";
import { useDraft } from "../../../sale/draftStore.ts";

interface GoToPaymentProps {
  slug: string;
  registrationId: number;
}

export function GoToPayment({ slug, registrationId }: GoToPaymentProps) {
  return <PaymentOfDraft slug={slug} registrationId={registrationId} draft={useDraft(slug)} />;
}

export function PaymentOfDraft({
  slug,
  registrationId,
  draft,
}: GoToPaymentProps & { draft: Pick<PurchaseDraft, "hold"> | null }) {
  // The draft is null on the server and during hydration.
  if (draft === null) return null;
  return draft.hold?.registrationId === registrationId ? (
    <Link className="button" to={paths.checkout(slug)}>
      Go to the payment
    </Link>
  ) : (
    <p>To pay, go back to the browser where you began, or wait until the tickets are on sale again.</p>
  );
}
