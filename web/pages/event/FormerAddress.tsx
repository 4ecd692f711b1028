/** The former addresses of renamed pages: redirect to the present ones. */
import { type LoaderFunctionArgs, redirect } from "react-router";
import { presentAddress } from "./presentAddress.ts";

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(presentAddress(pathname) + search);
}

/** Never shown, because the loader redirects. */
export function Component() {
  return null;
}
