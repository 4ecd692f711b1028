import { randomBytes, randomUUID } from "node:crypto";
import type { DoorRight } from "../../contract/shapes/door/door.ts";
import { hashPassword } from "../accounts/passwords/passwords.ts";
import { hashOf } from "../accounts/tokens.ts";
import type { Db } from "../db/pool.ts";
import { newHelperToken } from "../door/devicePasses.ts";

export const testPin = "271828";

const hourMs = 3_600_000;

export type HelperState = "active" | "revoked" | "expired" | "expired 8 days ago";

export interface BuiltHelper {
  token: string;
  linkId: number;
  deviceId: string;
}

/** Creates a helper's link with one device. It has no valid PIN, because hashing takes long. */
export async function buildHelper(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
  spec: { gate?: string; rights?: DoorRight[]; state?: HelperState; name?: string } = {},
): Promise<BuiltHelper> {
  const { gate = "North gate", rights = ["scan", "search", "undo", "sell"], state = "active" } = spec;
  const hoursLeft = { active: 24, revoked: 24, expired: -1, "expired 8 days ago": -8 * 24 }[state];
  const link = await db
    .insertInto("door_links")
    .values({
      event_id: eventId,
      gate,
      rights,
      secret_hash: randomBytes(32),
      pin_hash: "never checked",
      expires_at: new Date(now.getTime() + hoursLeft * hourMs),
      most_devices: 5,
      revoked_at: state === "revoked" ? now : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const token = newHelperToken();
  const deviceId = randomUUID();
  await db
    .insertInto("door_devices")
    .values({
      event_id: eventId,
      device_id: deviceId,
      link_id: link.id,
      gate,
      name: spec.name ?? "Lena's phone",
      token_hash: hashOf(token),
      last_seen_at: now,
    })
    .execute();
  return { token, linkId: link.id, deviceId };
}

/** Creates a link with `testPin`. */
export async function buildLink(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
  spec: { mostDevices?: number; rights?: DoorRight[] } = {},
): Promise<{ linkId: number; secret: string }> {
  const secret = randomBytes(16).toString("base64url");
  const { id } = await db
    .insertInto("door_links")
    .values({
      event_id: eventId,
      gate: "South gate",
      rights: spec.rights ?? ["scan", "search", "undo"],
      secret_hash: hashOf(secret),
      pin_hash: await hashPassword(testPin),
      expires_at: new Date(now.getTime() + 24 * hourMs),
      most_devices: spec.mostDevices ?? 5,
      secrets_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { linkId: id, secret };
}
