/** An event whose slug was changed is still found by its former slugs, which redirect to the current one. */
import { redirect } from "react-router";
import type { Event } from "../../contract/shapes/event.ts";

/**
 * If the requested `slug` is a former one, throws a redirect to the same page at the event's current slug. The
 * server sends redirects with no-store, because an event may take a former slug back.
 */
export function redirectFormerSlug(event: Pick<Event, "slug">, slug: string, request: Request): void {
  if (slug.toLowerCase() === event.slug) return;
  const { pathname, search } = new URL(request.url);
  const rest = pathname.split("/").slice(2);
  throw redirect(`/${[event.slug, ...rest].join("/")}${search}`, 301);
}
