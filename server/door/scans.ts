/**
 * Scans for the engine of the door: as they come in, as they are stored, and the facts of the attendees and purchases
 * that a batch names. See docs/decisions/0004-the-door.md.
 */
import type { Selectable } from "kysely";
import type { SignatureWord } from "../../contract/rules/doorJudge.ts";
import type { QrReading } from "../../contract/rules/qr.ts";
import type { Admission, DoorAttendee, DoorPurchase, DoorVerdict } from "../../contract/shapes/door.ts";
import type { Schema } from "../db/schema.ts";
import type { EventRow } from "../events/rows.ts";

/** A scan as stored. */
export type ScanRow = Selectable<Schema["door_scans"]>;

/** The door, the device and the person of a scan. */
export interface ScanSource {
  readonly event: Pick<EventRow, "id" | "start_datetime" | "end_datetime" | "time_zone">;
  readonly deviceId: string | null;
  readonly gate: string;
  /** The name of the scanner in the story. */
  readonly by: string;
  readonly userId: number | null;
  readonly linkId: number | null;
  /** Staff have revoked the device or its link: its scans are stored and have no effect. */
  readonly isRevoked: boolean;
}

/** A scan as it came, its code read and its signature checked. Scan ids are in lower case. */
export interface TakenScan {
  readonly scanId: string;
  readonly sequence: number;
  readonly kind: "admit" | "undo" | "redeem";
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  /** Null when a name was chosen. */
  readonly code: { readonly reading: QrReading | null; readonly signature: SignatureWord } | null;
  /** By their ids, or all that hold the attendee or the purchase at this moment. */
  readonly undoes: readonly string[] | "everything";
  readonly decided: boolean;
  /** Null if no device was used. */
  readonly claimedAt: string | null;
  /** False for the office, which admits on any day. */
  readonly judgesDay: boolean;
}

/** An attendee or a purchase that scans name, with its admitted scans that were not taken back, in order of receipt. */
interface Named {
  readonly id: number;
  readonly eventId: number;
  readonly registrationId: number;
  readonly secret: string;
  readonly state: DoorAttendee["state"];
  readonly live: ScanRow[];
  /** The scan that the database has as the holder; null for none. */
  heldBy: string | null;
}

/** An attendee. */
export interface NamedAttendee extends Named {
  readonly ticketId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly codeHash: string;
  readonly answers: DoorAttendee["answers"];
  readonly validDays: readonly string[] | null;
}

/** An extras purchase. */
export interface NamedPurchase extends Named {
  readonly codeHash: string;
  readonly items: DoorPurchase["items"];
}

/** The known facts; the engine's rule writes its decisions into them. Text keys are `scanKey` of an event and an id. */
export interface ScanFacts {
  readonly attendees: Map<number, NamedAttendee>;
  readonly purchases: Map<number, NamedPurchase>;
  /** Earlier scans with the ids of this batch, and scans that it takes back. */
  readonly scans: Map<string, ScanRow>;
  /** The undo that took a scan back, whether the scan has come or not. */
  readonly undone: Map<string, string>;
  /** Attendees and purchases that once existed, with their recorded name: at their own event only. */
  readonly gone: { readonly attendees: Map<string, string>; readonly purchases: Map<string, string> };
}

/** The decision on a scan. */
export interface ScanDecision {
  readonly verdict: DoorVerdict;
  readonly conflict: boolean;
  readonly earlier: Admission | null;
  /** The attendee and the purchase it named; null for none of this event. */
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
}

/** A key for a scan or an attendee across several events. */
export const scanKey = (eventId: number, id: string | number): string => `${eventId} ${id}`;

/** A scan as later scans see it. */
export function admissionOf(scan: Pick<ScanRow, "scan_id" | "received_at" | "gate" | "helper">): Admission {
  return { scanId: scan.scan_id, at: scan.received_at.toISOString(), gate: scan.gate, by: scan.helper };
}

/** The admission or handover in force: the first admitted scan that was not taken back. */
export function currentAdmission(named: Pick<Named, "live">): Admission | null {
  const [first] = named.live;
  return first === undefined ? null : admissionOf(first);
}

/** An attendee as devices keep them. */
export function presentAttendee(named: NamedAttendee): DoorAttendee {
  const { id, registrationId, ticketId, firstName, lastName, codeHash, state, answers } = named;
  const admission = currentAdmission(named);
  return {
    attendeeId: id,
    registrationId,
    ticketId,
    firstName,
    lastName,
    codeHash,
    state,
    answers,
    admission,
  };
}

/** A purchase as devices keep it. */
export function presentDoorPurchase(named: NamedPurchase): DoorPurchase {
  const { id, registrationId, codeHash, items, state } = named;
  return { purchaseId: id, registrationId, codeHash, items, state, redemption: currentAdmission(named) };
}
