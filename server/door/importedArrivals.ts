import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

export interface ImportedArrival {
  attendeeId: number;
  registrationId: number;
  at: Date;
}

/**
 * Writes imported check-ins, each with a scan, so that a door refuses the code afterwards. The caller has written these
 * attendees, or locked their registrations.
 */
export async function insertArrivals(
  tx: Tx,
  { eventId, importId }: { eventId: number; importId: number },
  arrivals: readonly ImportedArrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const helper = `Import ${importId}`;
  await sql`with given as materialized (
      select gen_random_uuid() as scan_id, attendee_id, registration_id, at
      from unnest(${arrivals.map((one) => one.attendeeId)}::bigint[], ${arrivals.map((one) => one.registrationId)}::bigint[],
        ${arrivals.map((one) => one.at.toISOString())}::timestamptz[]) as one (attendee_id, registration_id, at)
    ), scanned as (
      insert into door_scans (event_id, scan_id, kind, attendee_id, registration_id, name, verdict, decided, is_admitted,
        received_at, helper, import_id)
      select ${eventId}, scan_id, 'admit', attendee_id, given.registration_id,
        trim(concat_ws(' ', a.first_name, a.last_name)), 'welcome', false, true, at, ${helper}, ${importId}::bigint
      from given join attendees a on a.id = attendee_id
    )
    insert into checkins (attendee_id, registration_id, event_id, created_at, scan_id, helper)
    select attendee_id, registration_id, ${eventId}, at, scan_id, ${helper} from given`.execute(tx);
}

/** Deletes the scans of an import. Its check-ins are deleted with their attendees. */
export async function removeArrivals(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom("door_scans").where("import_id", "=", importId).execute();
}
