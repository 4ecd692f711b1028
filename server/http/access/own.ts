/** A missing row and a row of another club get the same refusal. The super user has the rows of all clubs. */
import { SUDO } from "../../../contract/rules/roles.ts";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { userActor } from "../../audit/rows.ts";
import { clubById } from "../../clubs/rows.ts";
import type { Db } from "../../db/pool.ts";
import { invalidInput, notFound } from "../../domainError.ts";
import { type EventWithClub, eventById } from "../../events/rows.ts";

/** Whether the viewer is the super user or an admin of this club. */
export function isStaffOf(viewer: CurrentUser | null, clubId: number): boolean {
  return viewer !== null && (viewer.role === SUDO || viewer.clubId === clubId);
}

/** A row of the viewer's club. An event does not compile: use `ownEvent`, which also reads it. */
export function ownOfClub<T extends { club_id: number; slug?: never }>(
  viewer: CurrentUser | null,
  row: T | undefined,
  rowName: string,
): T {
  if (row === undefined || !isStaffOf(viewer, row.club_id)) throw notFound(rowName);
  return row;
}

/** An event of the viewer's club. */
export async function ownEvent(
  db: Db,
  viewer: CurrentUser | null,
  eventId: number,
  rowName = "event",
): Promise<EventWithClub> {
  const event = await eventById(db, eventId);
  if (event === undefined || !isStaffOf(viewer, event.club_id)) throw notFound(rowName);
  return event;
}

/** A row of one of the viewer's events, with that event. */
export async function ownRow<T extends { event_id: number }>(
  db: Db,
  viewer: CurrentUser | null,
  row: T | undefined,
  rowName: string,
): Promise<{ row: T; event: EventWithClub }> {
  if (row === undefined) throw notFound(rowName);
  return { row, event: await ownEvent(db, viewer, row.event_id, rowName) };
}

/** The club for a new row: an admin's own; `clubId` for the super user. */
export async function clubForNew(
  db: Db,
  viewer: CurrentUser | null,
  clubId: number | null | undefined,
): Promise<number> {
  if (viewer?.clubId) return viewer.clubId;
  if (clubId === null || clubId === undefined) throw invalidInput({ path: "clubId", message: "is required" });
  if ((await clubById(db, clubId)) === undefined)
    throw invalidInput({ path: "clubId", message: "is not a club" });
  return clubId;
}

/** The actor of a user or a visitor in the history; not for helpers. */
export function actorOf(viewer: CurrentUser | null): string {
  return viewer === null ? "visitor" : userActor(viewer.id);
}
