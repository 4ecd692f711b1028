/** Redirects to the home of the user's role (docs/product.md §2, Default home). */
import { redirect } from "react-router";
import { homeOf } from "../../../contract/rules/roles.ts";
import { session } from "../../stores/session.ts";

export function loader() {
  return redirect(homeOf(session.get()?.currentUser.role ?? null));
}

export function Component() {
  return null;
}
