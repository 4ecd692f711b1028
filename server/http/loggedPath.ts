/** The path of a request as the log shows it. */
import { targetAt } from "./requestTarget.ts";

/** The base of every target. A target that is a whole address is never logged. */
const anyOrigin = "http://log.invalid";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Our keys: base64url of 16 bytes or more. Slugs do not match (no capital letters), nor do file names (a dot). A key
 * that happens to have no capital letter does not match either.
 */
const key = /^(?=.*[A-Z])[\w-]{20,}$/;

/**
 * The path without its query, which may contain an access key, and without tickets' secrets and helpers' links anywhere
 * in the path. An address of another origin is not logged.
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

/** The segment as pages read it: /d%6For/… is the door, too. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
