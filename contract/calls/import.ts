/** The calls about the imports of an event: what was imported, making it active, and taking it back. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { id } from "../scalars.ts";
import { attendeeImport } from "../shapes/people.ts";

export const importCalls = {
  "import/getByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's imports of attendees, newest first, with what can be taken back and why not",
    query: z.object({ eventId: id }),
    payload: z.array(attendeeImport),
  }),
  "import/activate": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Make everybody of an import active who is not yet. Nobody is told by mail",
    refuses: ["notActive", "salesClosed"],
    body: z.object({ importId: id }),
    payload: z.object({
      importId: z.number().int(),
      /** How many people were made active. */
      people: z.number().int(),
    }),
  }),
  "import/takeBack": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Delete everybody of an import with what came with them in an archive, or nobody. Their places return to sale. inUse once something of it was let in or changed",
    refuses: ["inUse", "notActive"],
    body: z.object({ importId: id }),
    payload: z.object({
      importId: z.number().int(),
      /** How many people were deleted. */
      people: z.number().int(),
      /** How many entries of the waiting list were deleted, which came with an archive. */
      waitingList: z.number().int().optional(),
      /** How many sponsors were deleted, who came with an archive. */
      sponsors: z.number().int().optional(),
    }),
  }),
};
