import { randomBytes } from "node:crypto";
import type { Tx } from "../../server/db/pool.ts";
import { findOrInsertEntry } from "../../server/waiting/rows.ts";
import type { DemoEvent } from "./world.ts";
import type { EventIds } from "./writeEvent.ts";

const hourMs = 3_600_000;

/** Adds people to the waiting lists of tickets, without sending mails. */
export async function writeWaiting(tx: Tx, event: DemoEvent, ids: EventIds, until: Date): Promise<void> {
  for (const { ticket, places, name, email, hoursBefore } of event.waiting ?? []) {
    await findOrInsertEntry(tx, {
      event_id: ids.event,
      ticket_id: ids.tickets[ticket]!,
      places,
      name,
      email,
      access_key: randomBytes(16).toString("base64url"),
      created_at: new Date(until.getTime() - hoursBefore * hourMs),
    });
  }
}
