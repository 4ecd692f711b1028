import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import type { Db } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { presentOwnSponsorship, sponsorshipById } from "../sponsorships/sponsorshipRows.ts";
import { endOrderHold } from "./endHold.ts";

/** Ends an unpaid sponsorship or donation. @throws notFound, alreadyPaid, or busy if it may be paid. */
export async function releaseSponsorship(
  db: Db,
  provider: PaymentProvider,
  { sponsorshipId, accessKey }: BodyOf<"sponsorship/release">,
  now: Date,
): Promise<PayloadOf<"sponsorship/release">> {
  const found = await sponsorshipById(db, sponsorshipId);
  if (found === undefined || !isSameSecret(accessKey, found.access_key) || !found.order_id)
    throw notFound("sponsorship");
  const end = await endOrderHold(db, provider, found.order_id, { endedBefore: null, actor: "visitor", now });
  if (end === "deciding")
    throw new DomainError("busy", "Your bank is still working on this payment. Please wait a moment.");
  if (end === "paid") throw new DomainError("alreadyPaid", "This sponsorship is already paid. Thank you!");
  return { sponsorship: presentOwnSponsorship((await sponsorshipById(db, found.id))!) };
}
