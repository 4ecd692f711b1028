/** The archive of an event, for its staff. */
import type { FastifyInstance } from "fastify";
import { writeArchive } from "../../archive/writeArchive.ts";
import { ownEvent } from "../../http/access/own.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import type { Downloads } from "./downloads.ts";

/** Registers the archive. */
export function registerArchiveFiles(app: FastifyInstance, services: Services, downloads: Downloads): void {
  const { db, clock, sessions, passes } = services;
  const archive = { name: "event/archive", sessions, passes } as const;
  registerFile(app, archive, async ({ query: { eventId, people }, viewer, reply }) => {
    const event = await ownEvent(db, viewer, eventId);
    const day = clock().toISOString().slice(0, 10);
    const fileName = `${event.slug.replace(/[^a-z0-9-]/g, "")}-${day}.zip`;
    return downloads.send({ viewer, reply, fileName, type: "application/zip" }, () =>
      writeArchive(services, { event, people }),
    );
  });
}
