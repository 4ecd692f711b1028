import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const doorPage = /^\/(event\/\d{1,15}\/checkin(\/scan)?|door\/[A-Za-z0-9_-]{1,64})$/;

/** Registers `/door.webmanifest?page=/event/7/checkin/scan`, the manifest of one door's app. */
export function registerDoorManifest(app: FastifyInstance, clientDir: string): void {
  const manifest = JSON.parse(readFileSync(join(clientDir, "door.webmanifest"), "utf8")) as object;
  app.get<{ Querystring: { page?: unknown } }>("/door.webmanifest", ({ query: { page } }, reply) => {
    const start = typeof page === "string" && doorPage.test(page) ? page : "/";
    return reply
      .type("application/manifest+json")
      .header("cache-control", "no-cache")
      .send(JSON.stringify({ ...manifest, id: start, start_url: start }));
  });
}
