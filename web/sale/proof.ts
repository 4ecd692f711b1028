import { queryText } from "../api/client.ts";
import { positiveInteger } from "../lib/positiveInteger.ts";
import type { Proof } from "../paths.ts";

/** Reads the access key or attendee's secret in an address (docs/wire.md §1); the server checks it. */
export function proofIn({ searchParams }: URL): Proof | null {
  const registrationId = positiveInteger(searchParams.get("registrationId"));
  const accessKey = searchParams.get("accessKey") || undefined;
  const qrUuid = searchParams.get("qrUuid") || undefined;
  if (registrationId === null) return null;
  if (accessKey !== undefined) return { registrationId, accessKey };
  return qrUuid === undefined ? null : { registrationId, qrUuid };
}

/** Proof of a whole registration. A guest's own code is not enough. */
export type OwnProof = Required<Pick<Proof, "registrationId" | "accessKey">>;

export function ownProofIn(url: URL): OwnProof | null {
  const { registrationId, accessKey } = proofIn(url) ?? {};
  return registrationId === undefined || accessKey === undefined ? null : { registrationId, accessKey };
}

/** Stripe's redirect uses its own parameter name. */
export function paymentIntentIn(query: URLSearchParams): string | null {
  return query.get("paymentIntentId") ?? query.get("payment_intent");
}

export function pdfPath(proof: Proof): string {
  return `/api/registration/ticketPdf${queryText(proof)}`;
}
