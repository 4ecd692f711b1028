/** Whose club it is: a club's admin sees their own club's, sudo every club's, anybody else nothing. */
import type { CurrentUser } from "../../contract/auth.ts";
import { SUDO } from "../../contract/rules/roles.ts";
import { notFound } from "../domainError.ts";

/** Whether the viewer is staff of this club. */
export function isStaffOf(viewer: CurrentUser | null, clubId: number): boolean {
  return viewer !== null && (viewer.role === SUDO || viewer.clubId === clubId);
}

/** Gives the row if it is there and the viewer's own; "not there" and "not yours" are one refusal. */
export function owned<T>(
  row: T | undefined,
  viewer: CurrentUser | null,
  clubIdOf: (row: T) => number,
  what: string,
): T {
  if (row === undefined || !isStaffOf(viewer, clubIdOf(row))) throw notFound(what);
  return row;
}
