/** Faulty pages, to test the checks of the browsers. */
import { createServer } from "node:http";

/** A page that would mark itself as started at its first paint of content, and has no content to paint. */
const blankPage = `<!doctype html><html lang="en"><title>Blank</title><noscript>This page needs JavaScript.</noscript>
<script type="module">
  new PerformanceObserver((entries) => {
    if (entries.getEntriesByName("first-contentful-paint").length > 0)
      document.documentElement.dataset.hydrated = "true";
  }).observe({ type: "paint", buffered: true });
</script></html>`;

/** A page whose shell has hydrated although its content has thrown. */
export const brokenPage = `<!doctype html><html lang="en" data-hydrated="true"><title>Broken</title>
<main><h1>This page could not be shown</h1></main></html>`;

export async function serveFaultyPage(page = blankPage): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, reply) => reply.writeHead(200, { "content-type": "text/html" }).end(page));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
