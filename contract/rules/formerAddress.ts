/** Addresses of a former ticket system, such as `/peer/move`. */
import { isReservedSlug } from "./slug.ts";

/** How many an event may have, and how long each may be as it is stored. */
export const formerAddressLimits = { count: 20, characters: 200 } as const;

/** The last parts of the pages below an event's page, such as `/{slug}/tickets`. */
export const eventPageSegments: ReadonlySet<string> = new Set([
  "attendee-form",
  "change-tickets",
  "checkout",
  "find-tickets",
  "success",
  "tickets",
  "waiting-list",
]);

/** A path as it is stored and compared: `/Peer/M%6Fve/` is `peer/move`. Null if it is invalid or too long. */
export function canonicalPath(pathname: string): string | null {
  const segments = pathname
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(canonicalSegment);
  const path = segments.join("/");
  return segments.includes(null) || path.length > formerAddressLimits.characters ? null : path;
}

function canonicalSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    if (/^\.{0,2}$|[%/\\]|\p{Cc}/u.test(text)) return null;
    return encodeURIComponent(text.toLowerCase())
      .replace(/[!'()*]/g, percentEncoded)
      .toLowerCase();
  } catch {
    // Invalid percent encoding, or half a surrogate pair.
    return null;
  }
}

/** encodeURIComponent leaves these characters as they are. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** The former address at a path; null if the path is invalid or reserved. An event's page `/{slug}` is not reserved. */
export function formerAddressAt(pathname: string): string | null {
  const path = canonicalPath(pathname);
  return path === null || isOwnPath(path) ? null : path;
}

function isOwnPath(path: string): boolean {
  const segments = path.split("/");
  return isReservedSlug(segments[0]!) || (segments.length === 2 && eventPageSegments.has(segments[1]!));
}

/** The canonical path of an entered address, or a sentence that says why it is refused. */
export type ReadFormerAddress = { path: string; problem: null } | { path: null; problem: string };

/** Reads a path, or the path of a whole link. */
export function readFormerAddress(text: string): ReadFormerAddress {
  const pathname = text
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "");
  const path = canonicalPath(pathname);
  if (path === null) {
    const shownText = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    const rule = `must be a path such as /peer/move, with at most ${formerAddressLimits.characters} characters`;
    return { path, problem: `The address "${shownText}" ${rule}.` };
  }
  return isOwnPath(path)
    ? { path: null, problem: `The address /${path} is reserved for a page of this site.` }
    : { path, problem: null };
}
