import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { presentRegistration } from "../registrations/present.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import { registrationById } from "../registrations/rows.ts";
import { endHold } from "./endHold.ts";

/** Releases a hold; one that has ended does not change. @throws alreadyPaid, or busy if it may be paid. */
export async function releaseHold(
  db: Db,
  provider: PaymentProvider,
  body: BodyOf<"registration/releaseHold">,
  now: Date,
): Promise<PayloadOf<"registration/releaseHold">> {
  const found = requireAccessKey(await registrationById(db, body.registrationId), body.accessKey);
  if (found.state === "held" || found.state === "pending") {
    const end = await endHold(db, provider, found.id, {
      to: "cancelled",
      endedBefore: null,
      actor: "visitor",
      now,
    });
    if (end === "deciding")
      throw new DomainError("busy", "Your bank is still working on this payment. Please wait a moment.");
  }
  const registration = (await registrationById(db, found.id))!;
  if (registration.state === "active")
    throw new DomainError("alreadyPaid", "This registration is already complete.");
  return { registration: presentRegistration(registration) };
}
