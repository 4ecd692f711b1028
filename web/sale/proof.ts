/** Who may see a registration: its access key, or one attendee's secret, as an address carries it (docs/wire.md §1). */
import type { Proof } from "../paths.ts";

/** The proof in an address; null when there is none. What it is worth is the server's to say. */
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
  const given = Object.entries(proof).map(([name, value]) => [name, String(value)]);
  return `/api/registration/ticketPdf?${new URLSearchParams(given)}`;
}
