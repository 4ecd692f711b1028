import { z } from "zod";
import { instant } from "../../scalars.ts";
import { doorRight } from "./door.ts";

/** A device at a door. */
export const doorDevice = z
  .object({
    deviceId: z.uuid(),
    /** Null for a device of staff. */
    linkId: z.number().int().nullable(),
    gate: z.string(),
    name: z.string(),
    appVersion: z.string(),
    firstSeenAt: instant,
    lastSeenAt: instant,
    /** Scans from it that the server has. */
    scans: z.number().int(),
    /** Scans that it still had to send after its last door/sync. */
    waiting: z.number().int(),
    isRevoked: z.boolean(),
  })
  .meta({ id: "DoorDevice" });
export type DoorDevice = z.infer<typeof doorDevice>;

/** A link that helpers without accounts open at a gate, without its secret. */
export const doorLink = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    gate: z.string(),
    rights: z.array(doorRight),
    expiresAt: instant,
    mostDevices: z.number().int(),
    isRevoked: z.boolean(),
    /** Until when the link cannot be opened after too many wrong PINs; null if it is not locked. */
    lockedUntil: instant.nullable(),
    createdAt: instant,
    devices: z.array(doorDevice),
  })
  .meta({ id: "DoorLink" });
export type DoorLink = z.infer<typeof doorLink>;

/** Six digits. */
export const pin = z.string().regex(/^\d{6}$/, "must be six digits");
/** 128 random bits, base64url. */
export const linkSecret = z.string("is required").regex(/^[A-Za-z0-9_-]{22}$/, "is not a helper's link");

/** The link's address and PIN, which only the reply to the call that made them contains. */
export const linkSecrets = { url: z.string(), pin: z.string() };
