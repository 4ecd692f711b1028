/**
 * Ownership of rows. A club's admin sees their own club's, the super user every club's, anybody else nothing; "not
 * there" and "not yours" are one refusal.
 */

import { SUDO } from "../../../contract/rules/roles.ts";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { userActor } from "../../audit/rows.ts";
import { clubById } from "../../clubs/rows.ts";
import type { Db } from "../../db/pool.ts";
import { invalidInput, notFound } from "../../domainError.ts";
import { type EventWithClub, eventById } from "../../events/rows.ts";

/** Whether the viewer is staff of this club. */
export function isStaffOf(viewer: CurrentUser | null, clubId: number): boolean {
  return viewer !== null && (viewer.role === SUDO || viewer.clubId === clubId);
}

/** A row of the viewer's club. An event (it has a slug) does not compile here: use `ownEvent`, which also reads it. */
export function ownOfClub<T extends { club_id: number; slug?: never }>(
  viewer: CurrentUser | null,
  row: T | undefined,
  what: string,
): T {
  if (row === undefined || !isStaffOf(viewer, row.club_id)) throw notFound(what);
  return row;
}

/** An event of the viewer's club. */
export async function ownEvent(
  db: Db,
  viewer: CurrentUser | null,
  eventId: number,
  what = "event",
): Promise<EventWithClub> {
  const event = await eventById(db, eventId);
  if (event === undefined || !isStaffOf(viewer, event.club_id)) throw notFound(what);
  return event;
}

/** A row of one of the viewer's events, with that event. */
export async function ownRow<T extends { event_id: number }>(
  db: Db,
  viewer: CurrentUser | null,
  row: T | undefined,
  what: string,
): Promise<{ row: T; event: EventWithClub }> {
  if (row === undefined) throw notFound(what);
  return { row, event: await ownEvent(db, viewer, row.event_id, what) };
}

/** The club that a new row belongs to: an admin's own club, whatever was named; the one that the super user names. */
export async function clubForNew(
  db: Db,
  viewer: CurrentUser | null,
  named: number | null | undefined,
): Promise<number> {
  if (viewer?.clubId) return viewer.clubId;
  if (named === null || named === undefined) throw invalidInput([{ path: "clubId", message: "is required" }]);
  if ((await clubById(db, named)) === undefined)
    throw invalidInput([{ path: "clubId", message: "is not a club" }]);
  return named;
}

/** The actor in the history. */
export function actorOf(viewer: CurrentUser | null): string {
  return viewer === null ? "visitor" : userActor(viewer.id);
}
