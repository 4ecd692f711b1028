/** An event is also found by its former slugs and by addresses of a former ticket system: they redirect to its slug. */
import { redirect } from "react-router";
import type { Event } from "../../contract/shapes/event.ts";

/**
 * If `slug`, which was requested, is a former one, throws a redirect to the same page at the event's current slug.
 * Redirects are not cached, because an event may take a former slug back.
 */
export function redirectFormerSlug(event: Pick<Event, "slug">, slug: string, request: Request): void {
  if (slug.toLowerCase() === event.slug) return;
  const rest = new URL(request.url).pathname.split("/").slice(2);
  throw redirectTo([event.slug, ...rest], request);
}

/** Throws a redirect to the event's page, from an address of a former ticket system. */
export function redirectToEvent(event: Pick<Event, "slug">, request: Request): never {
  throw redirectTo([event.slug], request);
}

function redirectTo(segments: readonly string[], request: Request): Response {
  return redirect(`/${segments.join("/")}${new URL(request.url).search}`, 301);
}
