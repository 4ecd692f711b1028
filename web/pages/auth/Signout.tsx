/** /auth/Signout: ends the session, here and on the server, and goes to Home. */
import { type LoaderFunctionArgs, redirect } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { doorsOfStaff } from "../../door/keptDoors.ts";
import { paths } from "../../paths.ts";
import { signOut } from "../../stores/session.ts";
import { notify } from "../../stores/snackbars.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  // Without an answer the session ends by itself some day; here it ends now all the same.
  await apiFrom(context)
    .post("auth/signout", undefined, { suppressToasts: true })
    .catch(() => {});
  // Names that were copied for a door are nobody's to read who comes after.
  const doors = doorsOfStaff();
  if (doors.length > 0)
    await import("../../door/forgetDoors.ts").then(({ forgetDoors }) => forgetDoors(doors));
  signOut();
  notify({ text: "You are signed out." });
  return redirect(paths.home());
}

/** Never shown: the loader always leads away. */
export function Component() {
  return null;
}
