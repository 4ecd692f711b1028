/** A missing event, another club's, and one that is not the device's own get the same refusal. */
import { LRUCache } from "lru-cache";
import { type DoorRight, type DoorScan, doorRight } from "../../../contract/shapes/door/door.ts";
import type { Db } from "../../db/pool.ts";
import { DomainError, notFound } from "../../domainError.ts";
import type { HelperDevice } from "../../door/devicePasses.ts";
import { type EventWithClub, eventById } from "../../events/rows.ts";
import type { Caller, Services } from "../route.ts";
import { ownEvent } from "./own.ts";

/** A helper's device, or the event's staff with all rights. */
export interface DoorCaller {
  event: EventWithClub;
  /** Empty for staff, whose gate is stored with their device. */
  gate: string;
  /** The caller's name in the stored scans. */
  by: string;
  /** Set for staff. */
  userId: number | null;
  /** Set for helpers. */
  linkId: number | null;
  /** Null for staff, whose devices send their id in the request. */
  deviceId: string | null;
  rights: readonly DoorRight[];
  /** The link has expired, which calls with `takesLate` allow. */
  isLate: boolean;
  /** Staff revoked the link or the device, which calls with `takesLate` allow. */
  isRevoked: boolean;
}

/**
 * The caller at an event's door.
 * @throws notFound for an event that is not the caller's, wrongRole if the link lacks the right
 */
export async function doorCallerOf(
  { db }: Pick<Services, "db">,
  { viewer, helper }: Caller,
  eventId: number,
  right?: DoorRight,
): Promise<DoorCaller> {
  if (helper !== null) return helperAt(helper, eventId, { right, find: () => eventById(db, eventId) });
  const event = await ownEvent(db, viewer, eventId);
  const staff = { gate: "", by: viewer!.fullName, userId: viewer!.id, linkId: null, deviceId: null };
  return { ...staff, event, rights: doorRight.options, isLate: false, isRevoked: false };
}

/** `doorCallerOf` for scans, which are many: a helper's event is cached. */
export async function doorCallerForScans(
  services: Pick<Services, "db">,
  caller: Caller,
  eventId: number,
): Promise<DoorCaller> {
  if (caller.helper === null) return doorCallerOf(services, caller, eventId);
  return helperAt(caller.helper, eventId, { find: () => cachedEvent(services.db, eventId) });
}

/** @throws wrongRole if the rights do not cover each scan */
export function requireScanRights(rights: readonly DoorRight[], scans: readonly DoorScan[]): void {
  if (!scans.every((scan) => sufficientRights(scan).some((right) => rights.includes(right))))
    throw notAllowed();
}

/**
 * The rights of which a scan needs one. Without a code, `search` or `scan` suffices: after a scan the helper chooses
 * companions by name.
 */
function sufficientRights({ kind, code }: DoorScan): DoorRight[] {
  if (kind === "undo") return ["undo"];
  return code ? ["scan"] : ["scan", "search"];
}

function notAllowed(): DomainError {
  return new DomainError("wrongRole", "Your link does not allow this. Please ask the event's staff.");
}

async function helperAt(
  helper: HelperDevice,
  eventId: number,
  { right, find }: { right?: DoorRight | undefined; find: () => Promise<EventWithClub | undefined> },
): Promise<DoorCaller> {
  if (helper.eventId !== eventId) throw notFound("event");
  const event = await find();
  if (event === undefined) throw notFound("event");
  if (right !== undefined && !helper.rights.includes(right)) throw notAllowed();
  const { gate, linkId, deviceId, rights, isLate, isRevoked, name } = helper;
  const by = name === "" ? "Helper" : name;
  return { event, gate, by, userId: null, linkId, deviceId, rights, isLate, isRevoked };
}

/** By database. A deleted event may be found for another second. */
const eventCaches = new WeakMap<Db, LRUCache<number, EventWithClub>>();

async function cachedEvent(db: Db, eventId: number): Promise<EventWithClub | undefined> {
  const cache = eventCaches.get(db) ?? new LRUCache({ max: 1000, ttl: 1000 });
  eventCaches.set(db, cache);
  const event = cache.get(eventId);
  if (event !== undefined) return event;
  const found = await eventById(db, eventId);
  if (found !== undefined) cache.set(eventId, found);
  return found;
}
