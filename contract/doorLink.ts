/**
 * Helpers without accounts: a link for a gate, opened with a PIN on as many devices as it allows, revoked in one tap.
 * The link's secret and its PIN are shown once, when they are made; the database keeps only what checks them.
 */
import { z } from "zod";
import { deviceId, door, doorRight } from "./door.ts";
import { call } from "./endpoint.ts";
import { id, instant, line, plannedInstant, requiredLine } from "./scalars.ts";

/** A device at a door, as staff see it. */
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
    /** Scans of it that the server has. */
    scans: z.number().int(),
    /** Scans that it said it still keeps, when it was last seen. */
    waiting: z.number().int(),
    isRevoked: z.boolean(),
  })
  .meta({ id: "DoorDevice" });
/** A device at a door. */
export type DoorDevice = z.infer<typeof doorDevice>;

/** A helper's link, without its secret. */
export const doorLink = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    gate: z.string(),
    rights: z.array(doorRight),
    expiresAt: instant,
    mostDevices: z.number().int(),
    isRevoked: z.boolean(),
    /** Too many wrong PINs: until then nobody gets in with it, null when it is not so. */
    lockedUntil: instant.nullable(),
    createdAt: instant,
    devices: z.array(doorDevice),
  })
  .meta({ id: "DoorLink" });
/** A helper's link. */
export type DoorLink = z.infer<typeof doorLink>;

/** Six digits. */
const pin = z.string().regex(/^\d{6}$/, "must be six digits");
/** 128 random bits, base64url. */
const linkSecret = z.string("is required").regex(/^[A-Za-z0-9_-]{22}$/, "is not a helper's link");

/** What is shown once. */
const secrets = { url: z.string(), pin: z.string() };

export const doorLinkCalls = {
  "door/getLinks": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's helper links with their devices, and the devices of staff",
    query: z.object({ eventId: id }),
    payload: z.object({ links: z.array(doorLink), staffDevices: z.array(doorDevice) }),
  }),
  "door/addLink": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Make a helper's link for a gate; its address and PIN are in this reply and never again",
    refuses: ["tooMany"],
    body: z.object({
      eventId: id,
      gate: requiredLine(60),
      rights: z.array(doorRight).min(1, "must allow something").default(["scan", "search", "undo"]),
      /** Not given: three hours after the event's end. */
      expiresAt: plannedInstant.nullish(),
      mostDevices: z.number().int().min(1).max(100).default(5),
    }),
    payload: z.object({ link: doorLink, ...secrets }),
  }),
  "door/newPin": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "A new address and PIN for a link; what was given out before no longer opens, open devices stay",
    refuses: ["notActive", "tooMany"],
    body: z.object({ linkId: id }),
    payload: z.object({ link: doorLink, ...secrets }),
  }),
  "door/revokeLink": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Ends a link with all of its devices, at once",
    body: z.object({ linkId: id }),
    payload: doorLink,
  }),
  "door/revokeDevice": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Ends one device of a link",
    body: z.object({ eventId: id, deviceId }),
    payload: doorDevice,
  }),
  "door/openLink": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "A helper opens a link with its PIN: the device's token comes in the `authorization` header",
    refuses: ["badCredentials", "inUse", "tooMany", "tokenExpired"],
    body: z.object({
      link: linkSecret,
      pin,
      deviceId,
      deviceName: line(100).default(""),
      appVersion: line(40).default(""),
    }),
    payload: door,
  }),
};
