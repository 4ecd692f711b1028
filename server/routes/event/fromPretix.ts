import type { PayloadOf } from "../../../contract/all.ts";
import { createFromArchive } from "../../archive/fromArchive.ts";
import { eventOfPretix } from "../../archive/pretix/eventOfPretix.ts";
import { readPretix } from "../../archive/pretix/readPretix.ts";
import { storedReply } from "../../db/idempotency.ts";
import { DomainError } from "../../domainError.ts";
import { actorOf, clubForNew } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { countHourlyOrRefuse } from "../../limits/hourly.ts";
import { importedWords } from "./fromArchive.ts";

// Each request holds all replies of pretix in memory.
const maxAtOnce = 2;
let running = 0;

/** For each club, so that its staff cannot probe many servers through ours. */
const maxHourlyReads = 30;

const words = {
  event: "This event of pretix does not fit into Foyer",
  people: "The people of this event of pretix cannot be imported",
  remedy: "Leave the people out, or import pretix's list of order positions later.",
};

export const fromPretix = route("event/fromPretix", async ({ body, viewer, idempotency }, services) => {
  const { db, clock } = services;
  const clubId = await clubForNew(db, viewer, body.clubId);
  const key = body.dryRun ? null : idempotency;
  const stored = await storedReply<PayloadOf<"event/fromPretix">>(db, key);
  const payload = stored ?? (await makeEvent());
  const done = body.dryRun
    ? "This event can be imported from pretix."
    : "The event is a draft until you publish it.";
  return { payload, msg: done + importedWords(payload.imported) };

  async function makeEvent(): Promise<PayloadOf<"event/fromPretix">> {
    if (running >= maxAtOnce)
      throw new DomainError("busy", "Other events are being read. Please try again in a minute.");
    running += 1;
    try {
      if (services.isLimited)
        await countHourlyOrRefuse(
          db,
          { what: "events of pretix", subject: clubId, most: maxHourlyReads },
          {
            now: clock(),
            words: (wait) => `Your club has asked pretix very often in the last hour. Try again in ${wait}.`,
          },
        );
      const answers = await readPretix(body, { people: body.people, access: services.pretix });
      const { file, leftOut, people } = eventOfPretix(answers, clock());
      return await createFromArchive(db, {
        clubId,
        file,
        people: body.people ? people : null,
        waitingList: [],
        sponsors: [],
        records: [],
        logos: new Map(),
        banner: null,
        fileName: `pretix ${body.organizer}/${body.event}`,
        leftOut,
        words,
        dryRun: body.dryRun,
        actor: actorOf(viewer),
        idempotency: key,
        now: clock(),
      });
    } finally {
      running -= 1;
    }
  }
});
