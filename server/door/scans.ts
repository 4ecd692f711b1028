/**
 * What is a scan, to the engine of the door: as it came, and as it is kept? And what the database knows of those whom a
 * batch of scans names. See docs/decisions/0004-the-door.md.
 */
import type { Selectable } from "kysely";
import type { SignatureWord } from "../../contract/rules/doorJudge.ts";
import type { QrReading } from "../../contract/rules/qr.ts";
import type { Admission, DoorAttendee, DoorPurchase, DoorVerdict } from "../../contract/shapes/door.ts";
import type { Schema } from "../db/schema.ts";
import type { EventRow } from "../events/rows.ts";

/** A scan as stored. */
export type ScanRow = Selectable<Schema["door_scans"]>;

/** At which door, on which device and by whom something was scanned. */
export interface ScanSource {
  readonly event: Pick<EventRow, "id" | "start_datetime" | "end_datetime" | "time_zone">;
  readonly deviceId: string | null;
  readonly gate: string;
  /** How those who read the story are told who it was. */
  readonly by: string;
  readonly userId: number | null;
  readonly linkId: number | null;
  /** Staff have ended the device or its link: what it tells is kept and has no effect. */
  readonly isRevoked: boolean;
}

/** A scan as it came, its code read and its signature checked. Ids of scans are in lower case. */
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
  /** Null where no device was at work. */
  readonly claimedAt: string | null;
  /** False for the office, which lets in on any day. */
  readonly judgesDay: boolean;
}

/** Somebody or something that scans name, with the admitted scans that nobody took back, in order of receipt. */
interface Named {
  readonly id: number;
  readonly eventId: number;
  readonly registrationId: number;
  readonly secret: string;
  readonly state: DoorAttendee["state"];
  readonly live: ScanRow[];
  /** Which scan the database has as the one that holds them; null for none. */
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

/** What is known; the engine's rule writes into it what it decides. Keys that are texts are `keyOf` an event and an id. */
export interface ScanFacts {
  readonly attendees: Map<number, NamedAttendee>;
  readonly purchases: Map<number, NamedPurchase>;
  /** Scans that came before, by those of this batch and those that it takes back. */
  readonly scans: Map<string, ScanRow>;
  /** By which undo a scan was taken back, whether it has come or not. */
  readonly undone: Map<string, string>;
  /** Attendees and purchases that were there once, with the name that was written down of them: at their own event alone. */
  readonly gone: { readonly attendees: Map<string, string>; readonly purchases: Map<string, string> };
}

/** What became of a scan. */
export interface ScanDecision {
  readonly verdict: DoorVerdict;
  readonly conflict: boolean;
  readonly earlier: Admission | null;
  /** Whom it named, and what; null for nobody of this event. */
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
}

/** The key of a scan, or of somebody, among those of several events. */
export const keyOf = (eventId: number, id: string | number): string => `${eventId} ${id}`;

/** A scan as those see it who come later. */
export function admissionOf(scan: Pick<ScanRow, "scan_id" | "received_at" | "gate" | "helper">): Admission {
  return { scanId: scan.scan_id, at: scan.received_at.toISOString(), gate: scan.gate, by: scan.helper };
}

/** Who holds them in, or handed it over: the first admitted scan that nobody took back. */
export function holderOf(named: Pick<Named, "live">): Admission | null {
  const [first] = named.live;
  return first === undefined ? null : admissionOf(first);
}

/** An attendee as devices keep them. */
export function presentAttendee(named: NamedAttendee): DoorAttendee {
  const { id, registrationId, ticketId, firstName, lastName, codeHash, state, answers } = named;
  const admission = holderOf(named);
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
  return { purchaseId: id, registrationId, codeHash, items, state, redemption: holderOf(named) };
}
