import { requireApiError } from "../../../api/apiError.ts";
import type { Api } from "../../../api/client.ts";
import type { DraftStore } from "../../../sale/draftStore.ts";
import { type DeviceClocks, skewFrom } from "../../../sale/holdClock.ts";
import type { OwnWaitingEntry } from "./load.ts";

interface TakeOfferDependencies {
  api: Pick<Api, "get" | "post">;
  store: DraftStore;
  clocks: DeviceClocks;
}

/** Takes an offer into this browser's draft; false if there is no offer any more. */
export async function takeOffer(
  own: OwnWaitingEntry,
  { api, store, clocks }: TakeOfferDependencies,
): Promise<boolean> {
  const { entry, offer, event, now } = own;
  if (offer === null) return false;
  const proof = { registrationId: offer.registrationId, accessKey: offer.accessKey };
  const { hold: draftHold } = store.get();
  if (draftHold?.registrationId === offer.registrationId) return true;
  const { registration, quote } = await api.get("registration/getRegistration", proof, {
    suppressToasts: true,
  });
  if (quote === null || registration.expiresAt === null) return false;
  if (draftHold !== null) await releaseOtherHold(api, draftHold);
  store.dispatch({
    type: "held",
    namesFor: event.config.saveAllAttendeesDetails ? "everyTicket" : "buyerOnly",
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
    store.dispatch({ type: "typed", people: { ...people, buyer } });
  }
  return true;
}

/** A failure must not prevent taking the offer: an unpaid hold expires anyway. */
async function releaseOtherHold(
  api: Pick<Api, "post">,
  { registrationId, accessKey }: { registrationId: number; accessKey: string },
): Promise<void> {
  try {
    await api.post("registration/releaseHold", { registrationId, accessKey }, { suppressToasts: true });
  } catch (error) {
    requireApiError(error);
  }
}
