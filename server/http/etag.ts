import { createHash } from "node:crypto";

/** A weak ETag, because the text may be compressed. */
export function weakEtag(content: string): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** Whether an If-None-Match header lists this weak ETag, by weak comparison (RFC 9110 §13.1.2); `*` matches none. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag.slice(2)) ?? false;
}
