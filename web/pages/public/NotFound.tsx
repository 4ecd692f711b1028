/** `/NotFound`, and addresses without a page. An address of a former ticket system redirects to its event. */
import { type LoaderFunctionArgs, redirect } from "react-router";
import { isNotFound } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { NotFoundMessage } from "../../ui/NotFoundMessage.tsx";

export async function loader({ context, request }: LoaderFunctionArgs): Promise<{ isFound: false }> {
  const { pathname, search } = new URL(request.url);
  // Imported here, so that the rule is not in the script of every page.
  const { formerAddressAt } = await import("../../../contract/rules/formerAddress.ts");
  const slug = formerAddressAt(pathname);
  if (slug === null) return { isFound: false };
  const options = { signal: request.signal, suppressToasts: true };
  try {
    const event = await apiFrom(context).get("event/getEventBySlug", { slug }, options);
    throw redirect(`/${event.slug}${search}`, 301);
  } catch (error) {
    if (isNotFound(error)) return { isFound: false };
    throw error;
  }
}

export function Component() {
  return <NotFoundMessage />;
}
