/**
 * Who is at which door? A helper's device at its own event, with what its link allows; the event's staff with all of it.
 * "Not there", "not yours" and "another event's" are one refusal.
 */
import { LRUCache } from "lru-cache";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { type DoorRight, type DoorScan, doorRight } from "../../../contract/shapes/door.ts";
import type { Db } from "../../db/pool.ts";
import { DomainError, notFound } from "../../domainError.ts";
import type { Helper } from "../../door/devicePasses.ts";
import { type EventWithClub, eventById } from "../../events/rows.ts";
import type { House } from "../route.ts";
import { ownEvent } from "./own.ts";

/** Who stands at a door, and at which. */
export interface AtDoor {
  event: EventWithClub;
  /** Empty for staff: theirs stands with their device (door/register). */
  gate: string;
  /** How those who read the story are told who it was. */
  by: string;
  /** Of staff. */
  userId: number | null;
  /** Of helpers. */
  linkId: number | null;
  /** The helper's device; null for staff, whose devices name themselves. */
  deviceId: string | null;
  rights: readonly DoorRight[];
  /** The link has ended by itself: only calls that take what comes late see this. */
  isLate: boolean;
  /** The link or the device was ended by staff: only those calls see this. */
  isRevoked: boolean;
}

/** Who asks at the door of an event; `notFound` for another's, `wrongRole` for what the link does not allow. */
export async function atDoor(
  { db }: Pick<House, "db">,
  { viewer, helper }: { viewer: CurrentUser | null; helper: Helper | null },
  eventId: number,
  right?: DoorRight,
): Promise<AtDoor> {
  if (helper !== null) return helperAt(helper, eventId, { right, read: () => eventById(db, eventId) });
  const event = await ownEvent(db, viewer, eventId);
  return { ...staffOf(viewer), event };
}

/** The same for scans, which come by the hundred a second: a helper's event is as it was in the last second. */
export async function atDoorToScan(
  house: Pick<House, "db">,
  asked: { viewer: CurrentUser | null; helper: Helper | null },
  eventId: number,
): Promise<AtDoor> {
  if (asked.helper === null) return atDoor(house, asked, eventId);
  return helperAt(asked.helper, eventId, { read: () => keptEvent(house.db, eventId) });
}

/** Throws `wrongRole` for a scan that these rights do not cover; then none of them is taken. */
export function mayTell(rights: readonly DoorRight[], scans: readonly DoorScan[]): void {
  if (!scans.every((scan) => neededFor(scan).some((right) => rights.includes(right)))) throw notAllowed();
}

/** Any of these will do. Whoever is found by name may be let in; those who come along with a code are chosen by name too. */
function neededFor({ kind, code }: DoorScan): DoorRight[] {
  if (kind === "undo") return ["undo"];
  return code ? ["scan"] : ["scan", "search"];
}

function notAllowed(): DomainError {
  return new DomainError("wrongRole", "Your link does not allow this. Please ask the event's staff.");
}

async function helperAt(
  helper: Helper,
  eventId: number,
  { right, read }: { right?: DoorRight | undefined; read: () => Promise<EventWithClub | undefined> },
): Promise<AtDoor> {
  if (helper.eventId !== eventId) throw notFound("event");
  const event = await read();
  if (event === undefined) throw notFound("event");
  if (right !== undefined && !helper.rights.includes(right)) throw notAllowed();
  const { gate, linkId, deviceId, rights, isLate, isRevoked, name } = helper;
  const by = name === "" ? "Helper" : name;
  return { event, gate, by, userId: null, linkId, deviceId, rights, isLate, isRevoked };
}

/** Nothing of an event ends a helper's access: links and devices do, and are none of this (devicePasses.ts). */
const keptEvents = new WeakMap<Db, LRUCache<number, EventWithClub>>();

async function keptEvent(db: Db, eventId: number): Promise<EventWithClub | undefined> {
  const kept = keptEvents.get(db) ?? new LRUCache({ max: 1000, ttl: 1000 });
  keptEvents.set(db, kept);
  const event = kept.get(eventId);
  if (event !== undefined) return event;
  const read = await eventById(db, eventId);
  if (read !== undefined) kept.set(eventId, read);
  return read;
}

function staffOf(viewer: CurrentUser | null): Omit<AtDoor, "event"> {
  return {
    gate: "",
    by: viewer?.fullName ?? "",
    userId: viewer?.id ?? null,
    linkId: null,
    deviceId: null,
    rights: doorRight.options,
    isLate: false,
    isRevoked: false,
  };
}
