/** The proof in an address that gives access to a registration: access key or attendee's secret (docs/wire.md §1). */
import { queryText } from "../api/client.ts";
import { positiveInteger } from "../lib/positiveInteger.ts";
import type { Proof } from "../paths.ts";

/** The proof in an address; null without one. The server checks it. */
export function proofIn({ searchParams }: URL): Proof | null {
  const registrationId = positiveInteger(searchParams.get("registrationId"));
  const accessKey = searchParams.get("accessKey") || undefined;
  const qrUuid = searchParams.get("qrUuid") || undefined;
  if (registrationId === null) return null;
  if (accessKey !== undefined) return { registrationId, accessKey };
  return qrUuid === undefined ? null : { registrationId, qrUuid };
}

/** Proof of a whole registration. A guest's own code is not enough, for example to buy extras. */
export type OwnProof = Required<Pick<Proof, "registrationId" | "accessKey">>;

/** The proof in an address, if it is of a whole registration. */
export function ownProofIn(url: URL): OwnProof | null {
  const { registrationId, accessKey } = proofIn(url) ?? {};
  return registrationId === undefined || accessKey === undefined ? null : { registrationId, accessKey };
}

/** The payment in an address. Stripe's redirect uses its own parameter name. */
export function paymentIntentIn(query: URLSearchParams): string | null {
  return query.get("paymentIntentId") ?? query.get("payment_intent");
}

/** The address of the PDF with the tickets that a proof covers. */
export function pdfPath(proof: Proof): string {
  return `/api/registration/ticketPdf${queryText(proof)}`;
}
