/** /NotFound, and every address without a page. One of a former ticket system redirects to its event's page. */
import type { LoaderFunctionArgs } from "react-router";
import { formerAddressAt } from "../../../contract/rules/formerAddress.ts";
import { ApiError } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { redirectToEvent } from "../../event/formerAddress.ts";
import { NotFoundMessage } from "../../ui/NotFoundMessage.tsx";

export async function loader({ context, request }: LoaderFunctionArgs): Promise<{ isFound: false }> {
  const slug = formerAddressAt(new URL(request.url).pathname);
  if (slug === null) return { isFound: false };
  const options = { signal: request.signal, suppressToasts: true };
  try {
    redirectToEvent(await apiFrom(context).get("event/getEventBySlug", { slug }, options), request);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { isFound: false };
    throw error;
  }
}

export function Component() {
  return <NotFoundMessage />;
}
