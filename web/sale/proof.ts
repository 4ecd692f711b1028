/** The proof in an address that gives access to a registration: access key or attendee's secret (docs/wire.md §1). */
import type { Proof } from "../paths.ts";

/** The proof in an address; null without one. The server checks it. */
export function proofIn({ searchParams }: URL): Proof | null {
  const registrationId = Number(searchParams.get("registrationId"));
  const accessKey = searchParams.get("accessKey") || undefined;
  const qrUuid = searchParams.get("qrUuid") || undefined;
  if (!Number.isSafeInteger(registrationId) || registrationId < 1) return null;
  if (accessKey !== undefined) return { registrationId, accessKey };
  return qrUuid === undefined ? null : { registrationId, qrUuid };
}

/** The address of the PDF with the tickets that a proof covers. */
export function pdfPath(proof: Proof): string {
  const pairs = Object.entries(proof).map(([name, value]) => [name, String(value)]);
  return `/api/registration/ticketPdf?${new URLSearchParams(pairs)}`;
}
