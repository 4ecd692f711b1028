import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { registerFiles } from "./pagesFiles.ts";
import { workerHeaders } from "./pagesHeaders.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
});

async function appWith(files: Record<string, string | Buffer>): Promise<FastifyInstance> {
  const build = await mkdtemp(join(tmpdir(), "foyer-build-"));
  await mkdir(join(build, "assets"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(build, path)), { recursive: true });
    await writeFile(join(build, path), content);
  }
  const app = Fastify();
  cleanups.push(
    () => app.close(),
    () => rm(build, { recursive: true }),
  );
  await registerFiles(app, build);
  return app;
}

const cacheOf = async (app: FastifyInstance, url: string) => (await app.inject(url)).headers["cache-control"];

test("a file with a content hash is stored for a year, icons for a day, and the service worker is requested again each time", async () => {
  const app = await appWith({
    "assets/main-1.js": "main",
    "icons/small.png": "icon",
    "favicon.svg": "<svg/>",
    "sw.js": "worker",
  });
  expect(await cacheOf(app, "/assets/main-1.js")).toBe("public, max-age=31536000, immutable");
  expect(await cacheOf(app, "/icons/small.png")).toBe("public, max-age=86400");
  expect(await cacheOf(app, "/favicon.svg")).toBe("public, max-age=86400");
  expect(await cacheOf(app, "/sw.js")).toBe("public, max-age=0");
});

test("a browser that accepts brotli gets the build's compressed copy of a file", async () => {
  const compressed = { js: brotliCompressSync("main"), png: brotliCompressSync("icon") };
  const app = await appWith({
    "assets/main-1.js": "main",
    "assets/main-1.js.br": compressed.js,
    "icons/small.png": "icon",
    "icons/small.png.br": compressed.png,
  });
  for (const [url, body] of [
    ["/assets/main-1.js", compressed.js],
    ["/icons/small.png", compressed.png],
  ] as const) {
    const reply = await app.inject({ url, headers: { "accept-encoding": "br" } });
    expect([reply.headers["content-encoding"], reply.rawPayload]).toEqual(["br", body]);
    expect((await app.inject(url)).headers["content-encoding"]).toBeUndefined();
  }
});

test("a script has an ETag and no last-modified date, and a browser that sends the ETag gets 304", async () => {
  const app = await appWith({ "assets/main-1.js": "main", "sw.js": "worker" });
  for (const url of ["/assets/main-1.js", "/sw.js"]) {
    const { headers } = await app.inject(url);
    expect(headers).not.toHaveProperty("last-modified");
    const again = await app.inject({ url, headers: { "if-none-match": headers.etag } });
    expect(again.statusCode).toBe(304);
  }
});

test("a web worker's script has its own policy, and a page's script has none", async () => {
  const app = await appWith({ "assets/worker-reader-1.js": "worker", "assets/main-1.js": "main" });
  expect((await app.inject("/assets/worker-reader-1.js")).headers).toMatchObject(workerHeaders);
  expect((await app.inject("/assets/main-1.js")).headers).not.toHaveProperty("content-security-policy");
});

test("files that the build lacks are not found", async () => {
  const app = await appWith({});
  for (const url of ["/assets/main-1.js", "/icons/small.png", "/favicon.svg", "/sw.js"])
    expect((await app.inject(url)).statusCode, url).toBe(404);
});
