import { signOut } from "../stores/session.ts";
import { doorsOfStaff } from "./keptDoors.ts";

/**
 * Deletes the names copied for doors to which this browser has no helper's link, because its next user must not read
 * them, and signs out. The session ends even if deleting fails.
 */
export async function signOutHere(): Promise<void> {
  const doors = doorsOfStaff();
  if (doors.length > 0)
    await import("./forgetDoors.ts").then(({ forgetDoors }) => forgetDoors(doors)).catch(() => {});
  signOut();
}
