import { z } from "zod";
import { call } from "../endpoint.ts";
import { id } from "../scalars.ts";
import { attendeeImport } from "../shapes/people.ts";

export const importCalls = {
  "import/getByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "An event's imports of attendees, newest first. Each says what import/takeBack would delete, or why that is refused",
    query: z.object({ eventId: id }),
    payload: z.array(attendeeImport),
  }),
  "import/activate": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Activate the people of an import who are not active yet. Nobody is mailed",
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
      "Undo an import: delete all its people, and the waiting list, sponsors and records (such as payments, stored only to be read) that came with them in an archive. Tickets and questions stay. Their places return to sale. Refused as inUse if one of these people is checked in (a check-in that came with the import does not count), or if a person, an entry of the waiting list or a sponsor was changed",
    refuses: ["inUse", "notActive"],
    body: z.object({ importId: id }),
    payload: z.object({
      importId: z.number().int(),
      /** How many people were deleted. */
      people: z.number().int(),
      /** Deleted entries of the waiting list that had come with an archive; absent if none. */
      waitingList: z.number().int().optional(),
      /** Deleted sponsors who had come with an archive; absent if none. */
      sponsors: z.number().int().optional(),
    }),
  }),
};
