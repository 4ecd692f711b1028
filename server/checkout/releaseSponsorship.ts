/** A sponsor cancels before paying, for example to choose again. */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import type { Db } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { presentOwnSponsorship, sponsorshipById } from "../sponsorships/sponsorshipRows.ts";
import { endOrderHold } from "./endHold.ts";

/** Releases the package. If the hold has ended, nothing changes; if it is paid or may be, the request is refused. */
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
