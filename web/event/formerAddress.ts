/** An event that was given another address is still found by its former ones: they lead on to the one it has. */
import { redirect } from "react-router";
import type { Event } from "../../contract/shapes/event.ts";

/**
 * Throws a redirect to the same page of the event's own address where `slug`, which the page was asked for by, is a
 * former one. Pages are never kept without asking again, so that an event may take a former address back.
 */
export function leaveFormerAddress(event: Pick<Event, "slug">, slug: string, request: Request): void {
  if (slug.toLowerCase() === event.slug) return;
  const { pathname, search } = new URL(request.url);
  const rest = pathname.split("/").slice(2);
  throw redirect(`/${[event.slug, ...rest].join("/")}${search}`, 301);
}
