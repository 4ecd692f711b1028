/** A staff device has no token, because its user signs in. */
import { type Db, inTransaction } from "../db/pool.ts";
import { endDevice } from "./deviceRows.ts";

export interface StaffDevice {
  eventId: number;
  deviceId: string;
  gate: string;
  name: string;
  appVersion: string;
  userId: number;
}

/** Writes a staff device. A device that opened a helper's link is no longer a helper's device. */
export async function registerDevice(db: Db, device: StaffDevice, now: Date): Promise<void> {
  const { eventId, deviceId, gate, name, appVersion, userId } = device;
  const values = { user_id: userId, gate, name, app_version: appVersion, last_seen_at: now };
  await inTransaction(db, async (tx) => {
    // Notifies all nodes that a helper's token ends.
    await endDevice(tx, eventId, deviceId, now);
    await tx
      .insertInto("door_devices")
      .values({ ...values, event_id: eventId, device_id: deviceId, first_seen_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(["event_id", "device_id"])
          .doUpdateSet({ ...values, link_id: null, token_hash: null, revoked_at: null }),
      )
      .execute();
  });
}
