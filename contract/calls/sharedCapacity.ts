import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, requiredOnCreate } from "../scalars.ts";
import { sharedCapacity, sharedCapacityInput } from "../shapes/sharedCapacity.ts";

export const sharedCapacityCalls = {
  "sharedCapacity/getByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's shared capacities, oldest first, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(sharedCapacity),
  }),
  "sharedCapacity/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Create a shared capacity or change one. Refused as inUse if maxPlaces is less than the number sold and held",
    refuses: ["inUse"],
    body: requiredOnCreate(sharedCapacityInput, ["eventId", "title", "maxPlaces"]).meta({
      id: "SharedCapacityInput",
    }),
    payload: sharedCapacity,
  }),
  "sharedCapacity/remove": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Delete a shared capacity. Its tickets stay, and no longer share places",
    body: z.object({ sharedCapacityId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
