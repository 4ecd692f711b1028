/** Scans, and the facts that decide them. See docs/decisions/0004-the-door.md. */
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { SignatureResult } from "../../contract/rules/door/doorJudge.ts";
import { completingHandover } from "../../contract/rules/door/handovers.ts";
import type { QrReading } from "../../contract/rules/door/qr.ts";
import type {
  Admission,
  DoorAttendee,
  DoorPurchase,
  DoorScan,
  DoorVerdict,
  Handover,
} from "../../contract/shapes/door/door.ts";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import type { Schema } from "../db/schema.ts";
import type { EventRow } from "../events/rows.ts";

export type ScanRow = Omit<Selectable<Schema["door_scans"]>, "import_id">;

export interface ScanSource {
  readonly event: Pick<EventRow, "id" | "start_datetime" | "end_datetime" | "time_zone">;
  readonly deviceId: string | null;
  readonly gate: string;
  readonly by: string;
  readonly userId: number | null;
  readonly linkId: number | null;
  /** Scans of a revoked device or link change no admission and no handover. */
  readonly isRevoked: boolean;
}

export interface ReadCode {
  /** Null when it is not one of our codes. */
  readonly reading: QrReading | null;
  readonly signature: SignatureResult;
  /** Who had this code of the previous system when it was looked up. */
  readonly oldCode: { readonly attendeeId: number; readonly hash: string } | null;
}

/** A scan to decide. Scan ids are in lower case. */
export interface ReadScan {
  readonly scanId: string;
  readonly sequence: number;
  readonly kind: "admit" | "undo" | "redeem";
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  /** Null if no code was shown. */
  readonly code: ReadCode | null;
  /** Null for all that is left. */
  readonly lines: NonNullable<DoorScan["lines"]> | null;
  /** Scan ids; "everything" is all live scans of the attendee or the purchase. */
  readonly undoes: readonly string[] | "everything";
  /** True if the door has acted already, such as admitted the person while it was offline. */
  readonly decided: boolean;
  /** By the device's clock, not verified. */
  readonly claimedAt: string | null;
  /** False for scans that no device made: they may be made on any day. */
  readonly judgesDay: boolean;
}

/** `live` are the admitted scans that were not undone, in the order of receipt. */
interface ScanSubject {
  readonly id: number;
  readonly eventId: number;
  readonly registrationId: number;
  readonly secret: string;
  readonly state: DoorAttendee["state"];
  readonly live: ScanRow[];
}

export interface ScannedAttendee extends ScanSubject {
  readonly ticketId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly codeHash: string;
  readonly answers: DoorAttendee["answers"];
  readonly missing: readonly MissingPart[];
  readonly validDays: readonly string[] | null;
  /** The code of the previous system. */
  readonly oldCode: { readonly hash: string; readonly ended: boolean } | null;
  /** The scan of the check-in before this batch. */
  checkinScanId: string | null;
}

export interface ScannedPurchase extends ScanSubject {
  readonly codeHash: string;
  readonly items: DoorPurchase["items"];
  /** How much of each item was handed over before this batch. */
  handedBefore: readonly number[];
  /** The valid days of each ticket of the registration, null for any day. */
  readonly ticketDays: readonly (readonly string[] | null)[];
}

/**
 * decideScans updates the facts. Text keys are `scanKey` of an event and an id.
 */
export interface ScanFacts {
  readonly attendees: Map<number, ScannedAttendee>;
  readonly purchases: Map<number, ScannedPurchase>;
  /** The stored scans that a batch repeats or undoes, and live ones of its attendees and purchases. */
  readonly scans: Map<string, ScanRow>;
  /** The undo of a scan, whether the scan has arrived or not. */
  readonly undone: Map<string, string>;
  /** The names of deleted attendees and purchases. */
  readonly gone: { readonly attendees: Map<string, string>; readonly purchases: Map<string, string> };
}

export interface ScanDecision {
  readonly verdict: DoorVerdict;
  readonly conflict: boolean;
  readonly earlier: Admission | null;
  /** Both are null if the scan is not stored. */
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
}

/** A scan that no device made, with defaults for the missing fields. */
export function scanWithoutDevice(scan: Pick<ReadScan, "kind"> & Partial<ReadScan>): ReadScan {
  return {
    scanId: randomUUID(),
    sequence: 0,
    attendeeId: null,
    purchaseId: null,
    code: null,
    lines: null,
    undoes: [],
    decided: false,
    claimedAt: null,
    judgesDay: false,
    ...scan,
  };
}

/** A key for a scan, an attendee or a purchase across several events. */
export const scanKey = (eventId: number, id: string | number): string => `${eventId} ${id}`;

/** The admission or handover that a scan made. */
export function admissionOf(scan: Pick<ScanRow, "scan_id" | "received_at" | "gate" | "helper">): Admission {
  return { scanId: scan.scan_id, at: scan.received_at.toISOString(), gate: scan.gate, by: scan.helper };
}

/** The current admission: the first admitted scan that was not undone. */
export function currentAdmission(subject: Pick<ScanSubject, "live">): Admission | null {
  const [first] = subject.live;
  return first === undefined ? null : admissionOf(first);
}

/** The handovers of a purchase that were not undone. A scan without counts handed over the whole purchase. */
export function handoversOf({ items, live }: Pick<ScannedPurchase, "items" | "live">): Handover[] {
  return live.map((scan) => ({
    ...admissionOf(scan),
    counts: scan.handed ?? items.map(({ quantity }) => quantity),
  }));
}

/** The handover after which nothing of a purchase was left; null while something is left. */
export function currentRedemption(purchase: Pick<ScannedPurchase, "items" | "live">): Admission | null {
  return completingHandover({ items: purchase.items, handovers: handoversOf(purchase) });
}

/** An attendee as devices store them. */
export function presentAttendee(subject: ScannedAttendee): DoorAttendee {
  const { id, registrationId, ticketId, firstName, lastName, codeHash, state, answers, missing, oldCode } =
    subject;
  return {
    attendeeId: id,
    registrationId,
    ticketId,
    firstName,
    lastName,
    codeHash,
    state,
    answers,
    admission: currentAdmission(subject),
    missing: [...missing],
    ...(oldCode === null ? {} : { oldCodeHash: oldCode.hash, oldCodeEnded: oldCode.ended }),
  };
}

/** A purchase as devices store it. */
export function presentDoorPurchase(subject: ScannedPurchase): DoorPurchase {
  const { id, registrationId, codeHash, items, state } = subject;
  const redemption = currentRedemption(subject);
  const handovers = handoversOf(subject);
  return { purchaseId: id, registrationId, codeHash, items, state, redemption, handovers };
}
