/** /auth/Signout: ends the session, here and on the server, and goes to Home. */
import { type LoaderFunctionArgs, redirect } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { doorsOfStaff } from "../../door/keptDoors.ts";
import { paths } from "../../paths.ts";
import { signOut } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  // If the server does not answer, its session expires later. This browser's session ends now anyway.
  await apiFrom(context)
    .post("auth/signout", undefined, { suppressToasts: true })
    .catch(() => {});
  // The next user of this browser must not read names that were copied for a door. The session ends even if this part of
  // the app cannot be loaded.
  const doors = doorsOfStaff();
  if (doors.length > 0)
    await import("../../door/forgetDoors.ts").then(({ forgetDoors }) => forgetDoors(doors)).catch(() => {});
  signOut();
  notify({ text: "You are signed out." });
  return redirect(paths.home());
}

/** Never shown: the loader always redirects. */
export function Component() {
  return null;
}
