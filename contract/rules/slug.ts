/** A name as a slug of any length; may be empty. Letters other than a to z are left out. */
export function slugFrom(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** First segments of our own pages and files (docs/wire.md §5). */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "assets",
  "auth",
  "checkin",
  "club",
  "config",
  "dashboard",
  "dev",
  "docs",
  "door",
  "door.webmanifest",
  "edit",
  "event",
  "extras",
  "extraspurchase",
  "favicon.ico",
  "favicon.svg",
  "find-tickets",
  "form-builder",
  "icons",
  "landing-config",
  "manifest.webmanifest",
  "notfound",
  "pricing",
  "profile",
  "robots.txt",
  "sitemap.xml",
  "sponsorship-packages",
  "sponsorships",
  "statistics",
  "sw.js",
  "tickets",
  ".well-known",
]);

/** Whether a slug is reserved, in upper or lower case. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug.toLowerCase());
}
