/**
 * A deploy in the middle of a journey: a proxy that on command gives every page new files and another service worker,
 * and no longer knows the old files, like a server that was replaced.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** The server's address for browsers. */
export interface Deploy {
  readonly url: string;
  /** Deploys the new version: from now on all build files have other names. */
  replace(): void;
  stop(): Promise<void>;
}

/** The new version's hash in a file name, for one of the old version. */
export const markAfter = (mark: string) => `new${mark.slice(3)}`;

/** The text files of a version: pages, code, styles. */
const isText = /html|javascript|css|manifest/;
const marked = /-([\w-]{8})(?=\.(?:js|css|wasm)\b)/g;

/** Opens the proxy to a server at `target`. */
export async function openDeploy(target: string): Promise<Deploy> {
  let isReplaced = false;
  /** The hashes of the new version, and the server's hash for each. */
  const known = new Map<string, string>();
  const server = createServer((asked, reply) => pass(asked, reply));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    replace() {
      isReplaced = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function pass(asked: IncomingMessage, reply: ServerResponse): void {
    const path = asked.url ?? "/";
    const [, mark = ""] = path.startsWith("/assets/") ? (new RegExp(marked.source).exec(path) ?? []) : [];
    const isOld = isReplaced && mark !== "" && !known.has(mark);
    if (isOld) return void reply.writeHead(404).end();
    // Caches of the old version are not valid for the new one.
    const { "if-none-match": _tag, "if-modified-since": _since, ...headers } = asked.headers;
    const onward = request(
      target + path.replace(mark, known.get(mark) ?? mark),
      { method: asked.method, headers: { ...headers, "accept-encoding": "identity" } },
      (told) => {
        told.on("error", () => reply.destroy());
        answer(path, told, reply).catch(() => reply.destroy());
      },
    );
    onward.on("error", () => reply.destroy());
    reply.on("close", () => onward.destroy());
    asked.pipe(onward);
  }

  async function answer(path: string, told: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { "content-length": _, ...headers } = told.headers;
    if (!isReplaced || !isText.test(headers["content-type"] ?? "")) {
      reply.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(reply);
      return;
    }
    let text = "";
    for await (const part of told.setEncoding("utf8")) text += String(part);
    text = text.replace(marked, (_found, mark: string) => {
      known.set(markAfter(mark), mark);
      return `-${markAfter(mark)}`;
    });
    // Any changed byte makes it another service worker for browsers.
    if (path.startsWith("/sw.js")) text += "\n// The next version.\n";
    reply.writeHead(told.statusCode ?? 502, headers).end(text);
  }
}
