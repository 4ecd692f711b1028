import { type LoaderFunctionArgs, redirect } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { signOutHere } from "../../door/signOutHere.ts";
import { paths } from "../../paths.ts";
import { notify } from "../../stores/snackbars.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  // If the server does not answer, its session expires later.
  await apiFrom(context)
    .post("auth/signout", undefined, { suppressToasts: true })
    .catch(() => {});
  await signOutHere();
  notify({ text: "You are signed out." });
  return redirect(paths.home());
}

/** The loader redirects. */
export function Component() {
  return null;
}
