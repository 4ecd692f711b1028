import type { PayloadOf } from "../../../contract/all.ts";
import { recordWords } from "../../../contract/rules/recordWords.ts";
import { archivedPeople } from "../../archive/archivedPeople.ts";
import { createFromArchive } from "../../archive/fromArchive.ts";
import { readArchive } from "../../archive/readArchive.ts";
import { storedReply } from "../../db/idempotency.ts";
import { DomainError, invalidInput } from "../../domainError.ts";
import { actorOf, clubForNew } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { storeUpload } from "../../media/keepImage.ts";
import { fileNameOf } from "../registration/bulkImportAttendee.ts";

// A request can hold a whole archive with all its people in memory.
const maxAtOnce = 2;
let running = 0;

/** The other parts of an event.json that is sent without its archive. */
const noTables = {
  rows: null,
  waitingList: [],
  sponsors: [],
  records: [],
  logos: new Map<string, Buffer>(),
  banner: null,
};

export const fromArchive = route(
  "event/fromArchive",
  async ({ body, files, viewer, idempotency }, services) => {
    const { db, clock } = services;
    const clubId = await clubForNew(db, viewer, body.clubId);
    const [file] = files;
    if (file === undefined && body.event === undefined)
      throw invalidInput({ path: "files", message: "must have the .zip file of an event's archive" });
    const isRepeated = (await storedReply(db, idempotency)) !== undefined;
    if (running >= maxAtOnce && !isRepeated)
      throw new DomainError("busy", "Other archives are being read. Please try again in a minute.");
    running += 1;
    try {
      const { event, rows, banner, logos, ...tables } =
        file === undefined
          ? { event: body.event!, ...noTables }
          : await readArchive(file.body, { people: body.people });
      const key = body.dryRun ? null : idempotency;
      const upload = body.dryRun ? undefined : (banner ?? undefined);
      const stored = await storeUpload(services, "event-banner", { upload, idempotency: key });
      const storedLogos = new Map<string, string>();
      for (const [name, logo] of body.dryRun ? [] : logos) {
        const storedLogo = await storeUpload(services, "sponsor-logo", { upload: logo, idempotency: key });
        if (storedLogo !== undefined) storedLogos.set(name, storedLogo);
      }
      const payload = await createFromArchive(db, {
        clubId,
        file: event,
        people: rows && ((questionIds) => archivedPeople(rows, event, questionIds)),
        ...tables,
        logos: storedLogos,
        banner: stored ?? null,
        fileName: file === undefined ? null : fileNameOf(file.name),
        dryRun: body.dryRun,
        actor: actorOf(viewer),
        idempotency: key,
        now: clock(),
      });
      const words = body.dryRun
        ? "An event can be created from this file."
        : "The event is a draft until you publish it.";
      return { payload, msg: words + importedWords(payload.imported) };
    } finally {
      running -= 1;
    }
  },
);

/** Sentences about what is imported with an event, left out or only kept in its archive. */
export function importedWords({
  people,
  leftOut,
  waitingList = 0,
  sponsors = 0,
  records = [],
}: PayloadOf<"event/fromArchive">["imported"]): string {
  const count = (number: number) => number.toLocaleString("en-US");
  const parts = [
    ...(people === 0 ? [] : [people === 1 ? "1 person" : `${count(people)} people`]),
    ...(waitingList === 0 ? [] : [`${count(waitingList)} on the waiting list`]),
    ...(sponsors === 0 ? [] : [sponsors === 1 ? "1 sponsor" : `${count(sponsors)} sponsors`]),
  ];
  const came = parts.length === 0 ? "" : ` It has ${new Intl.ListFormat("en").format(parts)}.`;
  const others =
    leftOut.length === 0
      ? ""
      : ` Left out: ${leftOut.map((one) => `${count(one.count)} ${one.text}`).join(", ")}.`;
  const kept = recordWords(records);
  const keptWords = kept.length === 0 ? "" : ` Only in its archive, not in the event: ${kept.join(", ")}.`;
  return came + others + keptWords;
}
