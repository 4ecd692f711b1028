import { signOut } from "../stores/session.ts";
import { doorsOfStaff } from "./keptDoors.ts";

/**
 * Deletes the names that staff copied for doors, because this browser's next user must not read them, and signs out.
 * The session ends even if they cannot be deleted.
 */
export async function signOutHere(): Promise<void> {
  const doors = doorsOfStaff();
  if (doors.length > 0)
    await import("./forgetDoors.ts").then(({ forgetDoors }) => forgetDoors(doors)).catch(() => {});
  signOut();
}
