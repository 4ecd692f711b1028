/** /dashboard: redirects to the dashboard of the user's role (docs/product.md §2, Default home). */
import { redirect } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { session } from "../../stores/session.ts";

export function loader() {
  return redirect(homeOf(session.get()?.currentUser.role ?? null));
}

/** Never shown: the loader always redirects. */
export function Component() {
  return null;
}
