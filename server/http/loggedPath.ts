import { targetAt } from "./requestTarget.ts";

const anyOrigin = "http://log.invalid";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Keys are base64url of 16 bytes or more. Slugs have no capital letters, file names have a dot. A key without a capital
 * letter is missed.
 */
const key = /^(?=.*[A-Z])[\w-]{20,}$/;

/**
 * The path for the log, without query, helpers' links and segments that look like secrets. An address with an origin,
 * even our own, is left out.
 */
export function loggedPath(target: string): string {
  const url = targetAt(target, anyOrigin);
  if (url === null) return "(another site)";
  const segments = url.pathname.split("/");
  const isDoor = decoded(segments[1]!).toLowerCase() === "door";
  return segments
    .map((segment, index) =>
      isSecret(decoded(segment)) || (isDoor && index > 1 && segment !== "") ? "…" : segment,
    )
    .join("/");
}

function isSecret(segment: string): boolean {
  return uuid.test(segment) || key.test(segment);
}

/** A segment as pages read it: /d%6For/… is the door, too. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
