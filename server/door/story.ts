import type { DoorConflict, ReportedScan } from "../../contract/shapes/door/doorStory.ts";
import type { Db } from "../db/pool.ts";
import { type ConflictSubject, conflictSubjects, type StoryScan, scansOf } from "./storyRows.ts";

const maxConflicts = 500;

/** The latest conflicts of an event, each with all scans of its attendee or purchase. */
export async function conflictsOf(db: Db, eventId: number): Promise<DoorConflict[]> {
  const subjects = await conflictSubjects(db, eventId, maxConflicts);
  const scans = await scansOf(db, eventId, {
    attendees: subjects.flatMap(({ attendee_id }) => attendee_id ?? []),
    purchases: subjects.flatMap(({ purchase_id }) => purchase_id ?? []),
  });
  const bySubject = Map.groupBy(scans, keyOf);
  return subjects.map((subject) => {
    const scansOfSubject = bySubject.get(keyOf(subject)) ?? [];
    const latest = scansOfSubject.find(({ receipt }) => receipt === subject.receipt);
    return {
      attendeeId: subject.attendee_id,
      purchaseId: subject.purchase_id,
      registrationId: latest?.registration_id ?? null,
      name: latest?.name ?? "",
      ticketTitle: subject.ticket_title,
      reason: reasonOf(latest, subject),
      scans: scansOfSubject.map(presentScan),
    };
  });
}

/** Presents a scan. */
export function presentScan(row: StoryScan): ReportedScan {
  const receivedAt = row.received_at.toISOString();
  return {
    scanId: row.scan_id,
    at: receivedAt,
    receivedAt,
    claimedAt: row.claimed_at?.toISOString() ?? null,
    gate: row.gate,
    by: row.helper,
    kind: row.kind,
    verdict: row.verdict,
    conflict: row.conflict,
    isUndone: row.undone_by !== null,
    attendeeId: row.attendee_id,
    name: row.name,
  };
}

function reasonOf(latest: StoryScan | undefined, { is_gone }: ConflictSubject): DoorConflict["reason"] {
  // A conflicting scan without effect came from a revoked device, whatever its verdict is.
  if (latest !== undefined && !latest.is_admitted) return "revokedDevice";
  if (is_gone) return "removed";
  switch (latest?.verdict) {
    case "notPaid":
    case "cancelled":
    case "otherDay":
    case "replaced":
      return latest.verdict;
    default:
      return "twice";
  }
}

const keyOf = ({ attendee_id, purchase_id }: Pick<StoryScan, "attendee_id" | "purchase_id">) =>
  `${attendee_id} ${purchase_id}`;
