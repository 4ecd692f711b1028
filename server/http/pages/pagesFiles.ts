import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { registerDoorManifest } from "./doorManifest.ts";
import { workerHeaders } from "./pagesHeaders.ts";

const rootFiles = ["favicon.svg", "manifest.webmanifest", "sw.js"];

/** Scripts of web workers; tools/build.ts gives them these names. */
const workerFile = /\/worker-[^/]+\.js(\.br|\.gz)?$/;

/** Registers the files of a client build with their compressed copies. */
export async function registerFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(clientDir, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
    // Browsers compare the ETag, so a date is not needed.
    lastModified: false,
    setHeaders(reply, path) {
      if (!workerFile.test(path)) return;
      for (const [name, value] of Object.entries(workerHeaders)) reply.header(name, value);
    },
  });
  if (existsSync(join(clientDir, "icons"))) {
    await app.register(fastifyStatic, {
      root: join(clientDir, "icons"),
      prefix: "/icons/",
      preCompressed: true,
      index: false,
      decorateReply: false,
      maxAge: "1d",
    });
  }
  for (const file of rootFiles) {
    if (!existsSync(join(clientDir, file))) continue;
    app.get(`/${file}`, (_request, reply) => {
      // A browser must learn of a new service worker at its next check.
      const maxAge = file === "sw.js" ? 0 : "1d";
      return reply.sendFile(file, clientDir, { maxAge, immutable: false });
    });
  }
  if (existsSync(join(clientDir, "door.webmanifest"))) registerDoorManifest(app, clientDir);
}
