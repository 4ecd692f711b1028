/**
 * Addresses of events: how a name becomes a slug (docs/product.md §5), and which slugs are reserved because our
 * own paths begin with them (docs/wire.md §5).
 */

/** The name in lower case with only the letters a to z, digits and single hyphens, also for spaces. May be empty. */
export function slugFrom(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** First segments of our own pages and files. Compared without regard to case. */
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

/** Whether a slug is one of our own first path segments. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug.toLowerCase());
}
