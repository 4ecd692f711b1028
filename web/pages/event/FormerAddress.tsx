/** Redirects the old address of a renamed page. */
import { type LoaderFunctionArgs, redirect } from "react-router";
import { currentAddress } from "./currentAddress.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(currentAddress(pathname) + search);
}

/** Never rendered. */
export function Component() {
  return null;
}
