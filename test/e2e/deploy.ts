/** A proxy that can deploy a new version in the middle of a journey: the old scripts and styles no longer exist. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

export interface Deploy {
  /** The server's address for browsers. */
  readonly url: string;
  /** Deploys the new version: scripts, styles and .wasm files have other names, fonts and pictures the same. */
  replace(): void;
  stop(): Promise<void>;
}

export const hashAfterDeploy = (hash: string) => `new${hash.slice(3)}`;

const isText = /html|javascript|css|manifest/;
const hashPattern = /-([\w-]{8})(?=\.(?:js|css|wasm)\b)/g;

export async function openDeploy(target: string): Promise<Deploy> {
  let isReplaced = false;
  /** The server's hash for each hash of the new version. */
  const serverHashes = new Map<string, string>();
  const server = createServer((request, reply) => pass(request, reply));
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

  function pass(requested: IncomingMessage, reply: ServerResponse): void {
    const path = requested.url ?? "/";
    // The flag "g" would continue where the last search ended.
    const [, hash = ""] = path.startsWith("/assets/")
      ? (new RegExp(hashPattern.source).exec(path) ?? [])
      : [];
    const isOld = isReplaced && hash !== "" && !serverHashes.has(hash);
    if (isOld) return void reply.writeHead(404).end();
    // Caches of the old version are not valid for the new one.
    const { "if-none-match": _tag, "if-modified-since": _since, ...headers } = requested.headers;
    const onward = request(
      target + path.replace(hash, serverHashes.get(hash) ?? hash),
      { method: requested.method, headers: { ...headers, "accept-encoding": "identity" } },
      (result) => {
        result.on("error", () => reply.destroy());
        answer(path, result, reply).catch(() => reply.destroy());
      },
    );
    onward.on("error", () => reply.destroy());
    reply.on("close", () => onward.destroy());
    requested.pipe(onward);
  }

  async function answer(path: string, result: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { "content-length": _, ...headers } = result.headers;
    if (!isReplaced || !isText.test(headers["content-type"] ?? "")) {
      reply.writeHead(result.statusCode ?? 502, result.headers);
      result.pipe(reply);
      return;
    }
    let text = "";
    for await (const part of result.setEncoding("utf8")) text += String(part);
    text = text.replace(hashPattern, (_found, hash: string) => {
      serverHashes.set(hashAfterDeploy(hash), hash);
      return `-${hashAfterDeploy(hash)}`;
    });
    // Any changed byte makes it another service worker for browsers.
    if (path.startsWith("/sw.js")) text += "\n// The next version.\n";
    reply.writeHead(result.statusCode ?? 502, headers).end(text);
  }
}
