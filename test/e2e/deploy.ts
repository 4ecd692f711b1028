/**
 * A deploy in the middle of a journey: a gate before the house that at a word gives every page new files and another
 * service worker, and knows the old files no more, as a server does that was replaced.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** The house as browsers see it. */
export interface Deploy {
  readonly url: string;
  /** Puts the new version in its place: all files of the build are called otherwise from now on. */
  replace(): void;
  stop(): Promise<void>;
}

/** What the files of a new version have in place of their mark. */
export const markAfter = (mark: string) => `new${mark.slice(3)}`;

/** What browsers read of a version: pages, code, styles. */
const isText = /html|javascript|css|manifest/;
const marked = /-([\w-]{8})(?=\.(?:js|css|wasm)\b)/g;

/** Opens the gate before a house at `target`. */
export async function openDeploy(target: string): Promise<Deploy> {
  let isReplaced = false;
  /** The marks that the new version has told of, and what the house knows them by. */
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
    // What a browser has of the old version is not what it has of the new one.
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
    // Browsers take a service worker for another one by any byte of it.
    if (path.startsWith("/sw.js")) text += "\n// The next version.\n";
    reply.writeHead(told.statusCode ?? 502, headers).end(text);
  }
}
