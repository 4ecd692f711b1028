/** /event: redirects staff to their dashboard, and others to the home page. */
import { redirect } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { paths } from "../../paths.ts";
import { restoreSession, session } from "../../stores/session.ts";

export function loader() {
  restoreSession();
  const { currentUser } = session.get() ?? {};
  return redirect(currentUser === undefined ? paths.home() : homeOf(currentUser.role));
}

/** Never rendered. */
export function Component() {
  return null;
}
