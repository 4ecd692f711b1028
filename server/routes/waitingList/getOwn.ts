import { presentEvent } from "../../events/present.ts";
import { shownEventById } from "../../events/rows.ts";
import { route } from "../../http/route.ts";
import { noListReason } from "../../waiting/join.ts";
import { presentEntry } from "../../waiting/present.ts";
import { placesPrice } from "../../waiting/price.ts";
import { provenEntry } from "../../waiting/proof.ts";
import { positionOf } from "../../waiting/rows.ts";

export const getOwnPlace = route("waitingList/getOwn", async ({ query }, { db, clock }) => {
  const entry = await provenEntry(db, query);
  const now = clock();
  const event = (await shownEventById(db, entry.event_id, now))!;
  const { registration_id: registrationId, hold_key: accessKey, hold_until: until } = entry;
  const isHeld = registrationId !== null && accessKey !== null && until !== null && until > now;
  return {
    payload: {
      entry: presentEntry(entry),
      position: entry.state_now === "waiting" ? await positionOf(db, entry) : null,
      totalAmount: placesPrice(entry, event),
      offer:
        entry.state_now === "offered" && isHeld
          ? { registrationId, accessKey, expiresAt: until.toISOString() }
          : null,
      taken:
        entry.state_now === "taken" && registrationId !== null && accessKey !== null
          ? { registrationId, accessKey }
          : null,
      closedBecause: noListReason(event, now),
      event: presentEvent(event),
      now: now.toISOString(),
    },
  };
});
