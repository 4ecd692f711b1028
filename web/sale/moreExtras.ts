/** Whether extras can be bought with tickets that one has: the link that offers them must not lead to nothing. */

import { eventSaleState } from "../../contract/rules/sales.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { Registration } from "../../contract/shapes/registration.ts";
import type { Api } from "../api/client.ts";
import { anySignal } from "../lib/anySignal.ts";
import type { Proof } from "../paths.ts";

/** Why no extras are sold, whatever there is: the windows of sale are those of tickets. Null while they are. */
export function extrasClosed(event: Event, now: Date): "cancelled" | "over" | null {
  const state = eventSaleState(event, now);
  return state === "cancelled" || state === "over" ? state : null;
}

/** A signal too bad to say what is on sale must not keep the tickets from showing. */
const patienceMs = 2000;

/** Those who may be offered extras, and to which event. */
interface Owner {
  proof: Proof;
  registration: Registration;
  event: Event;
}

/** Asks what is on offer. Whatever goes wrong there is no link, and no failure: the tickets are what the page is for. */
export async function offersExtras(
  api: Pick<Api, "get">,
  owner: Owner,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await asks(api, owner, signal);
  } catch {
    return false;
  }
}

async function asks(
  api: Pick<Api, "get">,
  { proof, registration, event }: Owner,
  signal: AbortSignal,
): Promise<boolean> {
  if (registration.state !== "active" || proof.accessKey === undefined) return false;
  if (extrasClosed(event, new Date()) !== null) return false;
  const until = anySignal(signal, AbortSignal.timeout(patienceMs));
  const options = { signal: until, suppressToasts: true };
  const extras = await api.get("extras/getExtrasByEventId", { eventId: event.id }, options);
  return extras.some(({ currentStock }) => currentStock !== 0);
}
