import { redirect } from "react-router";
import type { Event } from "../../contract/shapes/event.ts";

/** Throws a redirect to the same page at the event's current slug, if `slug` differs in more than case. */
export function redirectFormerSlug(event: Pick<Event, "slug">, slug: string, request: Request): void {
  if (slug.toLowerCase() === event.slug) return;
  const { pathname, search } = new URL(request.url);
  const rest = pathname.split("/").slice(2);
  throw redirect(`/${[event.slug, ...rest].join("/")}${search}`, 301);
}
