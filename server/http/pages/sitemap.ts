import type { PayloadOf } from "../../../contract/all.ts";
import type { RenderedPage } from "../../../contract/pageRenderer.ts";
import { pageUrls } from "../../pageUrls.ts";
import type { InnerFetch } from "./pagesRenderer.ts";

/** robots.txt. Some pictures are below /api, so they are allowed one by one. */
export function robotsText(publicUrl: string): string {
  return [
    "User-agent: *",
    "Allow: /api/event-banner/",
    "Allow: /api/club-logo/",
    "Allow: /api/sponsor-logo/",
    "Disallow: /api/",
    "Disallow: /auth/",
    "Disallow: /dashboard",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}

/** Makes sitemap.xml (https://www.sitemaps.org/protocol.html). */
export async function sitemap(publicUrl: string, fetch: InnerFetch): Promise<RenderedPage> {
  const reply = await fetch("/api/event/getAllActiveEvents", { method: "GET", headers: {} });
  if (reply.status !== 200) throw new Error(`The list of events answered ${reply.status}.`);
  // Not parsed again, because our own call filters its reply by its schema.
  const { payload } = (await reply.json()) as { payload: PayloadOf<"event/getAllActiveEvents"> };
  const lines = payload.map(
    ({ slug, updatedAt }) =>
      `<url><loc>${pageUrls.event(publicUrl, slug)}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`,
  );
  const clubs = [...new Set(payload.map(({ clubId }) => clubId))];
  return {
    status: 200,
    headers: { "content-type": "application/xml; charset=utf-8" },
    html: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${publicUrl}/</loc></url>
${clubs.map((clubId) => `<url><loc>${pageUrls.club(publicUrl, clubId)}</loc></url>`).join("\n")}
${lines.join("\n")}
</urlset>
`,
  };
}
