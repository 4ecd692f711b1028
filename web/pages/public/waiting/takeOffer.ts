/**
 * Going on with the hold of an offer, on whatever device its link is opened: the draft of this browser takes it over as if
 * it had been asked for here. A hold that this browser had for other tickets of the event is given back.
 */
import { ApiError } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import type { DraftStore } from "../../../sale/draftStore.ts";
import { type DeviceClocks, skewFrom } from "../../../sale/holdClock.ts";
import type { OwnWaiting } from "./load.ts";

/** What it needs. */
interface TakingOffer {
  api: Pick<Api, "get" | "post">;
  store: DraftStore;
  clocks: DeviceClocks;
}

/** True when the purchase can go on; false when the offer is over. */
export async function takeOffer(own: OwnWaiting, { api, store, clocks }: TakingOffer): Promise<boolean> {
  const { entry, offer, event, now } = own;
  if (offer === null) return false;
  const proof = { registrationId: offer.registrationId, accessKey: offer.accessKey };
  const { hold: other } = store.get();
  if (other?.registrationId === offer.registrationId) return true;
  const { registration, quote } = await api.get("registration/getRegistration", proof, {
    suppressToasts: true,
  });
  if (quote === null || registration.expiresAt === null) return false;
  if (other !== null) await giveBack(api, other);
  store.happen({
    type: "held",
    seatsFor: event.config.saveAllAttendeesDetails ? "everyTicket" : "buyerOnly",
    hold: {
      ...proof,
      expiresAt: registration.expiresAt,
      skewMs: skewFrom(now, clocks),
      quote,
      choice: { tickets: { [entry.ticketId]: entry.places }, extras: {} },
      isOffer: true,
    },
  });
  const { people } = store.get();
  if (people.buyer.name === "" && people.buyer.email === "") {
    const buyer = { ...people.buyer, name: entry.name, email: entry.email };
    store.happen({ type: "typed", people: { ...people, buyer } });
  }
  return true;
}

/** Without an answer the other hold runs out by itself; it must not keep anybody from an offer. */
async function giveBack(
  api: Pick<Api, "post">,
  { registrationId, accessKey }: { registrationId: number; accessKey: string },
): Promise<void> {
  try {
    await api.post("registration/releaseHold", { registrationId, accessKey }, { suppressToasts: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
