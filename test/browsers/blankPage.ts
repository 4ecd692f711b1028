/** A page as it must not be: it waits for a paint, which a browser reports of a page with words alone. */
import { createServer } from "node:http";

const page = `<!doctype html><html lang="en"><title>Blank</title><noscript>This page needs JavaScript.</noscript>
<script type="module">
  new PerformanceObserver((entries) => {
    if (entries.getEntriesByName("first-contentful-paint").length > 0)
      document.documentElement.dataset.hydrated = "true";
  }).observe({ type: "paint", buffered: true });
</script></html>`;

/** Serves it. */
export async function serveBlankPage(): Promise<{ url: string; stop: () => void }> {
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
