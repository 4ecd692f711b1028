import type { FastifyInstance } from "fastify";
import { archiveFileName, writeArchive } from "../../archive/writeArchive.ts";
import { writeClubArchive } from "../../archive/writeClubArchive.ts";
import { clubById } from "../../clubs/rows.ts";
import { notFound } from "../../domainError.ts";
import { isStaffOf, ownEvent } from "../../http/access/own.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import type { Downloads } from "./downloads.ts";

/** Registers the archives of an event and of a club. */
export function registerArchiveFiles(app: FastifyInstance, services: Services, downloads: Downloads): void {
  const { db, clock, sessions, passes } = services;
  const archive = { name: "event/archive", sessions, passes } as const;
  registerFile(app, archive, async ({ query: { eventId, people }, viewer, reply }) => {
    const event = await ownEvent(db, viewer, eventId);
    const day = clock().toISOString().slice(0, 10);
    const fileName = `${archiveFileName(event)}-${day}.zip`;
    return downloads.send({ viewer, reply, fileName, type: "application/zip" }, () =>
      writeArchive(services, { event, people }),
    );
  });

  const ofClub = { name: "club/archive", sessions, passes } as const;
  registerFile(app, ofClub, async ({ query: { clubId, people }, viewer, reply }) => {
    const club = isStaffOf(viewer, clubId) ? await clubById(db, clubId) : undefined;
    if (club === undefined) throw notFound("club");
    const fileName = `club-${clubId}-${clock().toISOString().slice(0, 10)}.zip`;
    return downloads.send({ viewer, reply, fileName, type: "application/zip" }, () =>
      writeClubArchive(services, { club, people }),
    );
  });
}
